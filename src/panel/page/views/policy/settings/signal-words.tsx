import { useState } from 'preact/hooks';
import { type Json, own } from '../../../../../lib/json.ts';
import { Card } from '../../../parts/card.tsx';
import { FailureNote } from '../../../parts/loaded.tsx';
import type { Plan } from '../../../wire/answers.ts';
import { type Answer, call } from '../../../wire/call.ts';
import { asMapping, asTexts } from '../../../wire/read.ts';
import { useDraft } from '../draft.tsx';

/** The words that the policy adds to the signals. No reading answer has them, but the answer to a plan that changes nothing does. */
export function SignalWords() {
  const { base } = useDraft();
  const [answer, setAnswer] = useState<Answer<Plan> | null>(null);
  const [busy, setBusy] = useState(false);
  const read = async () => {
    setBusy(true);
    setAnswer(await call<Plan>('/plan', { body: { policy: { enabled: base.enabled } } }));
    setBusy(false);
  };
  return (
    <Card
      title="Words of your own"
      aside={
        <button type="button" disabled={busy} onClick={read}>
          {busy ? 'Reading …' : 'Show them'}
        </button>
      }
    >
      <p class="muted">
        Under signals the file adds words to what counts as hard, trivial, code and so on. They are edited in the file.
      </p>
      {answer?.kind === 'failed' && <FailureNote failure={answer} />}
      {answer?.kind === 'ok' && <WordLists signals={own(asMapping(answer.data.current), 'signals')} />}
    </Card>
  );
}

function WordLists({ signals }: { readonly signals: Json | undefined }) {
  const lists = Object.entries(asMapping(signals));
  if (lists.length === 0) return <p>The file adds none.</p>;
  return (
    <ul class="rows">
      {lists.map(([name, words]) => (
        <li key={name}>
          <strong>{name}</strong> {asTexts(words).join(', ')}
        </li>
      ))}
    </ul>
  );
}
