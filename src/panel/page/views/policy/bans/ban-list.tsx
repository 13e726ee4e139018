import { useRef } from 'preact/hooks';
import { isMapping, type Json, own } from '../../../../../lib/json.ts';
import { asText, shown } from '../../../wire/read.ts';
import { banWords } from './ban.ts';

/** The bans, each with the button that lifts it. */
export function BanList({
  bans,
  isNew,
  locked,
  onLift,
}: {
  readonly bans: readonly Json[];
  readonly isNew: (ban: Json) => boolean;
  readonly locked: boolean;
  readonly onLift: (index: number) => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  const lift = (index: number) => {
    onLift(index);
    // The button goes with its row; the list takes the focus so that Tab goes on from here.
    list.current?.focus();
  };
  return (
    <ul class="rows" ref={list} tabIndex={-1} aria-label="Bans">
      {bans.map((ban, index) => {
        const words = banWords(ban) ?? shown(ban);
        const reason = isMapping(ban) ? asText(own(ban, 'reason')) : null;
        return (
          <li key={JSON.stringify(ban)} class="row-with-button">
            <div>
              <strong>{words}</strong>
              {isNew(ban) && ' (not saved yet)'}
              {banWords(ban) === null && <p>This row bans nothing: its names must be texts.</p>}
              <p class="muted">{reason ?? 'no reason given'}</p>
            </div>
            <button type="button" disabled={locked} aria-label={`Lift the ban of ${words}`} onClick={() => lift(index)}>
              Lift
            </button>
          </li>
        );
      })}
      {bans.length === 0 && <li class="muted">Nothing is banned by hand.</li>}
    </ul>
  );
}
