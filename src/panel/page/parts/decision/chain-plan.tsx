import { isMapping } from '../../../../lib/json.ts';
import type { Capabilities } from '../../wire/answers.ts';
import { ownRow } from '../../wire/read.ts';
import { useResource } from '../../wire/resource.ts';
import { Badge } from '../badge.tsx';
import { factor, price, UNKNOWN } from '../format.ts';
import { valueWords } from './clause-words.ts';
import { hopPrice } from './hop-price.ts';
import { type HopFacts, hopName, type PlanFacts, planFacts } from './plan-facts.ts';
import { hopRemarks, leftOut, needsWords, orderWords, planNotes } from './plan-words.ts';

/** Prices change with the policy and with an update, both rarely. */
const CATALOGUE_EVERY_MS = 60_000;

/** A queue of hops with everything that shaped it. `plan` is a dry run's, or one that was recorded. */
export function ChainPlan({ plan }: { readonly plan: unknown }) {
  const catalogue = useResource<Capabilities>('/capabilities', CATALOGUE_EVERY_MS);
  const facts = planFacts(plan);
  if (facts === null) return <p class="muted">No plan is recorded.</p>;
  // A task that was refused before it was measured has an empty plan, which says nothing about the task.
  const known = facts.chain.length + facts.rejected.length > 0;
  return (
    <div class="chain-plan">
      {planNotes(facts).map(({ tone, text }) => (
        <p key={text} class="note" data-tone={tone}>
          {text}
        </p>
      ))}
      {known && (
        <dl class="facts">
          <dt>needed</dt>
          <dd>{needsWords(facts)}</dd>
          <dt>order</dt>
          <dd>{orderWords(facts)}</dd>
        </dl>
      )}
      <Hops plan={facts} catalogue={catalogue.data} />
      {catalogue.failure !== null && <p class="muted">The catalogue of prices could not be read.</p>}
      <LeftOut plan={facts} />
    </div>
  );
}

function Hops({ plan, catalogue }: { readonly plan: PlanFacts; readonly catalogue: Capabilities | null }) {
  if (plan.chain.length === 0) return null;
  return (
    <table class="hops">
      <caption class="muted">
        Tried in this order. Prices in US dollars per million tokens
        {plan.hour === null ? ', without a clock: the base prices.' : ` at ${clockWords(plan)}.`} A plan or a
        subscription is paid in its own way.
      </caption>
      <thead>
        <tr>
          <th scope="col">hop</th>
          <th scope="col">paid by</th>
          <th scope="col" class="number">
            in
          </th>
          <th scope="col" class="number">
            out
          </th>
          <th scope="col" class="number">
            factor
          </th>
        </tr>
      </thead>
      <tbody>
        {plan.chain.map((hop, index) => (
          <HopRow key={`${index} ${hopName(hop)}`} hop={hop} place={index + 1} plan={plan} catalogue={catalogue} />
        ))}
      </tbody>
    </table>
  );
}

function clockWords({ hour, weekday }: PlanFacts): string {
  const day = weekday === null ? '' : ` on a ${valueWords('utc_weekday', weekday)}`;
  return `${valueWords('utc_hour', hour)} UTC${day}`;
}

function HopRow({
  hop,
  place,
  plan,
  catalogue,
}: {
  readonly hop: HopFacts;
  readonly place: number;
  readonly plan: PlanFacts;
  readonly catalogue: Capabilities | null;
}) {
  const entry = ownRow(catalogue?.models ?? {}, hop.model);
  const cost = hopPrice(hop, plan, isMapping(entry) ? entry : null);
  // Before the catalogue is there nobody can say that a price is not published.
  const money = (value: number | null) => (value === null && catalogue === null ? UNKNOWN : price(value));
  return (
    <tr>
      <td>
        {place}. <strong>{hopName(hop)}</strong>{' '}
        {hopRemarks(hop, plan).map(({ tone, text }) => (
          <Badge key={text} tone={tone}>
            {text}
          </Badge>
        ))}
      </td>
      <td data-label="paid by">{cost.billing ?? UNKNOWN}</td>
      <td data-label="in" class="number">
        {money(cost.input)}
      </td>
      <td data-label="out" class="number">
        {money(cost.output)}
      </td>
      <td data-label="factor" class="number">
        {factor(cost.multiplier)}
      </td>
    </tr>
  );
}

function LeftOut({ plan }: { readonly plan: PlanFacts }) {
  const rows = leftOut(plan);
  if (rows.length === 0) return null;
  return (
    <>
      <h3>{plan.bypassed ? 'Would be left out' : 'Left out'}</h3>
      <ul class="rows">
        {rows.map(({ name, why }, index) => (
          <li key={`${index} ${name}`}>
            <strong>{name}</strong>: {why}
          </li>
        ))}
      </ul>
    </>
  );
}
