import { useContext } from 'preact/hooks';
import { causeSentence } from '../../parts/decision/cause-words.ts';
import { RuleLink } from '../../parts/decision/rule-link.tsx';
import { localTime, moment } from '../../parts/format.ts';
import { NavigationContext } from '../../shell/navigation.ts';
import { asMapping, asText, shown } from '../../wire/read.ts';
import { jobOf } from './record.ts';
import { outputWords } from './step-words.ts';
import type { DecisionRecord } from './use-decision.ts';

/** What was decided, and the ids under which it is known elsewhere. */
export function RecordFacts({ record }: { readonly record: DecisionRecord }) {
  const output = asMapping(record.output);
  const tried = asText(output.attempted_model);
  const policy = asText(record.policy_hash);
  return (
    <dl class="facts">
      <dt>decided</dt>
      <dd>{outputWords(output)}</dd>
      {tried !== null && tried !== output.model && (
        <>
          <dt>tried first</dt>
          <dd>{tried}</dd>
        </>
      )}
      <dt>rule</dt>
      <dd>
        {record.rule_id === null || record.rule_id === undefined ? 'none matched' : <RuleLink id={record.rule_id} />}
      </dd>
      <dt>cause</dt>
      <dd>{causeSentence(record.cause, record.rule_id)}</dd>
      <dt>when</dt>
      <dd>{localTime(moment(record.ts))}</dd>
      <dt>asked by</dt>
      <dd>{asText(record.source) ?? 'unknown'}</dd>
      <dt>decision id</dt>
      <dd>
        <code>{shown(record.id)}</code>
      </dd>
      <TaskId taskId={record.task_id} />
      {record.run_id !== undefined && record.run_id !== null && (
        <>
          <dt>run id</dt>
          <dd>
            <code>{shown(record.run_id)}</code>
          </dd>
        </>
      )}
      {policy !== null && (
        <>
          <dt>policy</dt>
          <dd>
            <code title={policy}>{policy.slice(0, 8)}</code>
          </dd>
        </>
      )}
    </dl>
  );
}

function TaskId({ taskId }: { readonly taskId: unknown }) {
  const { go } = useContext(NavigationContext);
  const job = jobOf(taskId);
  if (asText(taskId) === null) return null;
  return (
    <>
      <dt>{job === null ? 'task id' : 'job'}</dt>
      <dd>
        {job === null ? (
          <code>{shown(taskId)}</code>
        ) : (
          <button type="button" class="link" onClick={() => go('jobs', { kind: 'job', id: job })}>
            {job}
          </button>
        )}
      </dd>
    </>
  );
}
