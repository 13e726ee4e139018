import type { Blocklist } from '../../wire/answers.ts';
import { useNow } from '../../wire/clock.ts';
import type { ModelRow } from './rows.ts';
import { banReason, retryWords } from './words.ts';

/** Why a model is kept from use, and until when. */
export function ModelStand({ row, bans }: { readonly row: ModelRow; readonly bans: Blocklist['manual_bans'] }) {
  const ban = banReason(bans, row);
  const cooling = row.reading !== null && 'retry_at' in row.reading.breaker;
  return (
    <>
      {ban !== null && <p class="model-stand">Banned by hand: {ban}</p>}
      {cooling && <Countdown row={row} />}
      {row.named && row.state === 'no_reading' && (
        <p class="muted">Its state is read only where a tier, the classifier or the last resort names it.</p>
      )}
    </>
  );
}

/** By itself, so that the clock redraws nothing else. */
function Countdown({ row }: { readonly row: ModelRow }) {
  const now = useNow(1000);
  return <p class="model-stand">Cooling down {retryWords(row, now)}</p>;
}
