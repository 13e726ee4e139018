import { useEffect, useRef } from 'preact/hooks';
import { Badge } from '../../parts/badge.tsx';
import type { Blocklist } from '../../wire/answers.ts';
import { ModelFacts } from './facts.tsx';
import type { ModelRow } from './rows.ts';
import { ModelStand } from './stand.tsx';
import { ModelUses } from './used-by.tsx';
import { STATES } from './words.ts';

/** Everything about one model on one provider. */
export function ModelCard({
  row,
  bans,
  hour,
  now,
  wanted,
}: {
  readonly row: ModelRow;
  readonly bans: Blocklist['manual_bans'];
  readonly hour: Date | null;
  readonly now: Date;
  readonly wanted: object | null;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (wanted === null) return;
    heading.current?.scrollIntoView({ block: 'center' });
    heading.current?.focus({ preventScroll: true });
  }, [wanted]);
  const state = STATES[row.state];
  return (
    <article class="card model" data-wanted={wanted !== null}>
      <div class="card-head">
        <h3 ref={heading} tabIndex={-1}>
          {row.model}
        </h3>
        <Badge tone={state.tone}>{state.word}</Badge>
      </div>
      <ModelStand row={row} bans={bans} />
      {row.known ? <ModelFacts row={row} hour={hour} now={now} /> : <p>What it can do and costs is not known.</p>}
      <ModelUses uses={row.uses} named={row.named} />
    </article>
  );
}
