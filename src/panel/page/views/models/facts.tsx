import { usableWindows } from '../../parts/price-hours.ts';
import { PriceStrip } from '../../parts/price-strip.tsx';
import { asText, asTexts } from '../../wire/read.ts';
import { ModelPrices } from './prices.tsx';
import type { ModelRow } from './rows.ts';
import { capabilityWord, changeWords, tokensWord } from './words.ts';

/** What a model costs and can do. What nobody says is "unknown" or "not published", never 0 and never no. */
export function ModelFacts({
  row,
  hour,
  now,
}: {
  readonly row: ModelRow;
  readonly hour: Date | null;
  readonly now: Date;
}) {
  const { facts } = row;
  const change = changeWords(row, hour, now);
  const verified = asText(facts.price_windows_verified);
  const declared = asTexts(facts.declared_overrides);
  return (
    <>
      <ModelPrices row={row} />
      <PriceStrip windows={row.windows} label={row.model} />
      {facts.billing_mode === 'plan' && usableWindows(row.windows).length > 0 && (
        <p class="muted">On a plan the factor counts on its credits.</p>
      )}
      {change !== null && <p>Next: {change}</p>}
      {verified !== null && <p class="muted">Hours last checked on {verified}</p>}
      <dl class="facts">
        <dt>context window</dt>
        <dd>{tokensWord(facts.context_window)}</dd>
        {facts.max_input_tokens !== undefined && (
          <>
            <dt>most input</dt>
            <dd>{tokensWord(facts.max_input_tokens)}</dd>
          </>
        )}
        <dt>most output</dt>
        <dd>{tokensWord(facts.max_output)}</dd>
      </dl>
      <ul class="chips">
        <Chip what="images" value={facts.vision} />
        <Chip what="tools" value={facts.tool_calling} />
        <Chip what="structured output" value={facts.structured_output} />
      </ul>
      {declared.length > 0 && <p class="muted">Declared in router.yaml: {declared.join(', ')}</p>}
    </>
  );
}

function Chip({ what, value }: { readonly what: string; readonly value: unknown }) {
  return (
    <li>
      {what}: <strong>{capabilityWord(value)}</strong>
    </li>
  );
}
