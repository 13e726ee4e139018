import { useContext } from 'preact/hooks';
import { NavigationContext } from '../../shell/navigation.ts';
import type { Job, JobDecision } from '../../wire/answers.ts';
import { asText } from '../../wire/read.ts';

/** The decision that a job ran on, or why there is none. */
export function DecisionOf({ job, answer }: { readonly job: Job; readonly answer: JobDecision }) {
  const { go } = useContext(NavigationContext);
  const id = job.decision_id;
  if (answer.decision === null || id === null)
    return <p class="muted">There is none to show: {answer.reason ?? 'it is not decided yet'}.</p>;
  const rule = asText(answer.decision.rule_id);
  return (
    <p>
      {rule === null ? 'The router decided.' : `The rule ${rule} decided.`}{' '}
      <button type="button" class="link" onClick={() => go('decisions', { kind: 'decision', id })}>
        Show the decision
      </button>
    </p>
  );
}
