import { Card } from '../../parts/card.tsx';
import type { Question } from './ask.ts';
import { HourField } from './hour-field.tsx';

/** The form of a dry run. */
export function TryForm({
  question,
  busy,
  onChange,
  onSubmit,
}: {
  readonly question: Question;
  readonly busy: boolean;
  readonly onChange: (question: Question) => void;
  readonly onSubmit: () => void;
}) {
  const submit = (event: Event) => {
    event.preventDefault();
    onSubmit();
  };
  const keys = (event: KeyboardEvent & { readonly currentTarget: HTMLFormElement }) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.currentTarget.requestSubmit();
  };
  return (
    <Card title="Where would a task go?">
      <p class="muted">A dry run: nothing is started, paid or written to the log, and no classifier is asked.</p>
      <form onSubmit={submit} onKeyDown={keys}>
        <label class="field">
          Task
          <textarea
            rows={3}
            required
            placeholder="Debug race condition in pool"
            value={question.task}
            onInput={(event) => onChange({ ...question, task: event.currentTarget.value })}
          />
        </label>
        <details>
          <summary>What the model will read, if that is more than the task</summary>
          <label class="field">
            The whole text, files and context included. It is measured in place of the task.
            <textarea
              rows={6}
              value={question.promptText}
              onInput={(event) => onChange({ ...question, promptText: event.currentTarget.value })}
            />
          </label>
        </details>
        <HourField at={question.at} onChange={(at) => onChange({ ...question, at })} />
        <div class="actions">
          <button type="submit" class="primary">
            {busy ? 'Deciding …' : 'Decide'}
          </button>
          <span class="muted">or Ctrl+Enter</span>
        </div>
      </form>
    </Card>
  );
}
