import { Card } from '../../parts/card.tsx';
import { RuleLink } from '../../parts/decision/rule-link.tsx';
import { Ticked } from '../../parts/decision/ticked.tsx';
import { count, plural } from '../../parts/format.ts';
import type { Trace } from '../../wire/answers.ts';
import { asNumber } from '../../wire/read.ts';
import { hopReason, ruleReason } from './why-not-words.ts';

/** Why no other rule decided and no other hop is first, each with the nearest change that would have done it. */
export function WhyNotCard({ trace }: { readonly trace: Trace }) {
  const { rules, hops, ...more } = trace.why_not;
  const omitted: Record<string, unknown> = more;
  const above =
    trace.decision.matched_rule_id === null ? 'Rules, none of which matched' : 'Rules above the one that decided';
  return (
    <Card
      title="Why not another?"
      aside={<span class="muted">{`${plural(rules.length, 'rule')}, ${plural(hops.length, 'hop')}`}</span>}
    >
      <h3>{above}</h3>
      <ol class="rows reasons">
        {rules.map((row, index) => {
          const { id, why, nearest } = ruleReason(row);
          return (
            <li key={`${index}`}>
              <RuleLink id={id} />: {why}
              {nearest !== '' && (
                <p class="muted">
                  Nearest change: <Ticked text={nearest} />
                </p>
              )}
            </li>
          );
        })}
        {rules.length === 0 && <li class="muted">None stands above it.</li>}
      </ol>
      <Omitted number={omitted.rules_omitted} what="more rules" />
      <h3>Hops that are not first</h3>
      <ul class="rows reasons">
        {hops.map((row, index) => {
          const { name, stage, why, nearest } = hopReason(row);
          return (
            <li key={`${index}`}>
              <strong>{name}</strong> ({stage}): {why}
              {nearest !== '' && (
                <p class="muted">
                  Nearest change: <Ticked text={nearest} />
                </p>
              )}
            </li>
          );
        })}
        {hops.length === 0 && (
          <li class="muted">
            {trace.requires_classifier ? 'The tier that the classifier picks has the hops.' : 'There is no other hop.'}
          </li>
        )}
      </ul>
      <Omitted number={omitted.hops_omitted} what="more hops" />
    </Card>
  );
}

function Omitted({ number, what }: { readonly number: unknown; readonly what: string }) {
  return asNumber(number) === null ? null : (
    <p class="muted">
      and {count(number)} {what}
    </p>
  );
}
