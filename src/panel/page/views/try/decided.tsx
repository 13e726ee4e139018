import { isMapping } from '../../../../lib/json.ts';
import { Card } from '../../parts/card.tsx';
import { causeSentence } from '../../parts/decision/cause-words.ts';
import { ChainPlan } from '../../parts/decision/chain-plan.tsx';
import { actualWords, clauseList, clauseWords } from '../../parts/decision/clause-words.ts';
import { FeatureTable } from '../../parts/decision/feature-table.tsx';
import { RuleLink } from '../../parts/decision/rule-link.tsx';
import { ruleTier } from '../../parts/decision/rule-tier.ts';
import { moment, UNKNOWN } from '../../parts/format.ts';
import type { Policy, Trace } from '../../wire/answers.ts';
import { useResource } from '../../wire/resource.ts';
import { dayText, hourText } from './hours.ts';
import { decisionSentence, sizeSentence, timeSentence } from './sentence.ts';
import { WhyNotCard } from './why-not.tsx';

/** What a dry run came to. */
export function Decided({ task, trace }: { readonly task: string; readonly trace: Trace }) {
  const unclassified = trace.if_unclassified;
  return (
    <>
      <DecisionCard task={task} trace={trace} />
      <div class="grid wide">
        <Card title={unclassified === undefined ? 'Queue' : 'Queue without a classifier'}>
          <ChainPlan plan={unclassified?.chain_plan ?? trace.chain_plan} />
        </Card>
        <WhyNotCard trace={trace} />
      </div>
    </>
  );
}

function DecisionCard({ task, trace }: { readonly task: string; readonly trace: Trace }) {
  const { decision, policy_in_use: inUse } = trace;
  const policy = useResource<Policy>('/policy', null).data;
  // What the file says now is true of the answer only if the answer comes from just that file.
  const same = inUse.source === 'file' && inUse.hash === policy?.policy_in_use.hash;
  const tier = same ? ruleTier(policy, decision.matched_rule_id) : null;
  const { what, by, otherwise } = decisionSentence(trace, tier);
  const time = timeSentence(trace);
  return (
    <Card title="Decision" aside={<span class="muted">{whenText(trace)}</span>}>
      <p class="asked">{task}</p>
      <p class="verdict">
        {what}, {by} {decision.matched_rule_id !== null && <RuleLink id={decision.matched_rule_id} />}
      </p>
      {otherwise !== null && <p>{otherwise}</p>}
      <p>{causeSentence(decision.cause, decision.matched_rule_id)}</p>
      <Clauses trace={trace} />
      <p class="muted">
        {sizeSentence(trace)} {time}
      </p>
      {inUse.source === 'last_good' && (
        <p class="note" data-tone="warn">
          Decided by the last good policy: router.yaml cannot be read as it is now.
        </p>
      )}
      {inUse.source === 'unvalidated' && (
        <p class="note" data-tone="warn">
          Decided by router.yaml as far as it can be read: it has errors.
        </p>
      )}
      <FeatureTable features={trace.features} />
    </Card>
  );
}

function Clauses({ trace }: { readonly trace: Trace }) {
  const clauses = trace.decision.matched_clauses;
  const rows = isMapping(clauses) ? clauseList(clauses) : [];
  if (rows.length === 0) return null;
  return (
    <>
      <h3>What matched</h3>
      <ul>
        {rows.map(({ field, words }) => {
          const actual = beside(field, words, trace.features[field]);
          return (
            <li key={words}>
              {words}
              {actual !== '' && <span class="muted"> ({actual})</span>}
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** What the task has against a condition that leaves it open; empty where the condition says it already. */
function beside(field: string, words: string, actual: unknown): string {
  return words === clauseWords(field, 'eq', actual) ? '' : actualWords(field, actual);
}

function whenText({ evaluated_at: evaluated }: Trace): string {
  const at = moment(evaluated?.at);
  if (evaluated === undefined || at === null) return UNKNOWN;
  return `${evaluated.at_source === 'now' ? 'now, ' : ''}${dayText(at)} ${hourText(at)}`;
}
