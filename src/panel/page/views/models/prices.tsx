import { factor, price } from '../../parts/format.ts';
import type { ModelRow } from './rows.ts';
import { billingWords, priceAt } from './words.ts';

/** How a model is paid for, its base prices in and out, and what they come to at the evaluated hour. */
export function ModelPrices({ row }: { readonly row: ModelRow }) {
  const { facts, multiplier } = row;
  const changed = multiplier !== null && multiplier !== 1;
  return (
    <table class="model-prices">
      <caption>
        Paid as <strong>{billingWords(facts.billing_mode)}</strong>; per million tokens:
      </caption>
      <thead>
        <tr>
          <td />
          <th scope="col" class="number">
            base
          </th>
          <th scope="col" class="number">
            this hour{changed ? ` (${factor(multiplier)})` : ''}
          </th>
        </tr>
      </thead>
      <tbody>
        <PriceRow what="input" base={facts.price_in} multiplier={multiplier} />
        <PriceRow what="output" base={facts.price_out} multiplier={multiplier} />
      </tbody>
    </table>
  );
}

function PriceRow({
  what,
  base,
  multiplier,
}: {
  readonly what: string;
  readonly base: unknown;
  readonly multiplier: number | null;
}) {
  return (
    <tr>
      <th scope="row">{what}</th>
      <td class="number">{price(base)}</td>
      <td class="number">{price(priceAt(base, multiplier))}</td>
    </tr>
  );
}
