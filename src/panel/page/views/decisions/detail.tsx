import { useContext, useEffect, useRef } from 'preact/hooks';
import { Card } from '../../parts/card.tsx';
import { ChainPlan } from '../../parts/decision/chain-plan.tsx';
import { FailureNote } from '../../parts/loaded.tsx';
import { NavigationContext } from '../../shell/navigation.ts';
import { asText } from '../../wire/read.ts';
import { Attempts } from './attempts.tsx';
import { RecordFacts } from './facts.tsx';
import { attemptsOf, isCut } from './record.ts';
import { Replay } from './replay.tsx';
import { stepWords } from './step-words.ts';
import { type DecisionRecord, useDecision } from './use-decision.ts';

/** One recorded decision: what came out, how, and what Hermes made of it. */
export function DecisionDetail({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const answer = useDecision(id);
  const place = useRef<HTMLDivElement>(null);
  const read = answer !== null;
  // Each decision that is chosen is brought into sight, unless it is there already: at once, and again at its full height.
  useEffect(() => {
    const top = place.current?.getBoundingClientRect().top ?? 0;
    if (top < 0 || top > innerHeight / 2) place.current?.scrollIntoView({ block: 'start' });
  }, [id, read]);
  return (
    <div class="decision-detail" ref={place}>
      <Card
        title="Decision"
        aside={
          <button type="button" onClick={onClose}>
            Close
          </button>
        }
      >
        {answer === null && <p class="muted">Reading …</p>}
        {answer?.kind === 'failed' && answer.status === 404 && (
          <p class="note" role="alert">
            The log no longer holds the decision <code>{id}</code>. Old decisions go when the log is rotated.
          </p>
        )}
        {answer?.kind === 'failed' && answer.status !== 404 && <FailureNote failure={answer} />}
        {answer?.kind === 'ok' && <Recorded key={id} record={answer.data} />}
      </Card>
    </div>
  );
}

function Recorded({ record }: { readonly record: DecisionRecord }) {
  const { go } = useContext(NavigationContext);
  const task = asText(record.task);
  const rule = asText(record.rule_id);
  const attempts = attemptsOf(record);
  return (
    <>
      <p class="asked">{task ?? 'a task without text'}</p>
      <div class="actions">
        {task !== null && (
          <button type="button" onClick={() => go('try', { kind: 'task', id: task })}>
            Try this task again
          </button>
        )}
        {rule !== null && (
          <button type="button" onClick={() => go('policy', { kind: 'rule', id: rule })}>
            Show the rule
          </button>
        )}
      </div>
      {task !== null && isCut(task) && (
        <p class="muted">The log keeps the first 120 characters of a task, so another try may come out otherwise.</p>
      )}
      {record.truncated === true && (
        <p class="note" data-tone="warn">
          The record is too large to be sent whole: its steps and its plan are left out.
        </p>
      )}
      <RecordFacts record={record} />
      <h3>How it came about</h3>
      <Replay steps={stepWords(record.steps, record.rule_id)} />
      <h3>Queue, as it was recorded</h3>
      <ChainPlan plan={record.chain_plan} />
      <h3>What was tried</h3>
      <Attempts attempts={attempts} />
    </>
  );
}
