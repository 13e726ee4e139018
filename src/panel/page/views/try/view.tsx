import { useContext, useEffect, useState } from 'preact/hooks';
import { FailureNote } from '../../parts/loaded.tsx';
import { NavigationContext } from '../../shell/navigation.ts';
import type { Failure } from '../../wire/call.ts';
import { ownRow } from '../../wire/read.ts';
import { type Question, useDryRun } from './ask.ts';
import { Decided } from './decided.tsx';
import { TryForm } from './form.tsx';

const EMPTY: Question = { task: '', promptText: '', at: null };

/** What more can be done about a refused question than the daemon says. */
const CURES: Readonly<Record<string, string>> = {
  task_required: 'Say in a line what is to be done.',
  task_too_long: 'Keep the task to its goal, and put the long text into "What the model will read".',
  at_invalid: 'Choose the hour again.',
};

/** A dry run of a task: where it would go, why, and why not elsewhere. */
export function TryView() {
  const { view, target } = useContext(NavigationContext);
  const [question, setQuestion] = useState(EMPTY);
  const { asked, busy, ask } = useDryRun();
  // A target is a request, and a new object each time: it is answered once.
  useEffect(() => {
    if (view !== 'try' || target?.kind !== 'task') return;
    // A prompt text belongs to the task it was written for.
    const next = { ...question, task: target.id, promptText: '' };
    setQuestion(next);
    void ask(next);
  }, [target]);
  return (
    <div class="stack">
      <TryForm question={question} busy={busy} onChange={setQuestion} onSubmit={() => void ask(question)} />
      <p class="only-heard" role="status">
        {busy ? 'Deciding' : asked?.answer.kind === 'ok' ? 'Decided' : ''}
      </p>
      <div class="stack" aria-busy={busy}>
        {asked?.answer.kind === 'failed' && <Refused failure={asked.answer} />}
        {asked?.answer.kind === 'ok' && <Decided task={asked.question.task} trace={asked.answer.data} />}
      </div>
    </div>
  );
}

function Refused({ failure }: { readonly failure: Failure }) {
  const { go } = useContext(NavigationContext);
  const cure = ownRow(CURES, failure.code);
  return (
    <div>
      <FailureNote failure={failure} />
      {cure !== undefined && <p>{cure}</p>}
      {failure.code === 'policy_invalid' && (
        <button type="button" class="link" onClick={() => go('policy')}>
          Open the policy
        </button>
      )}
    </div>
  );
}
