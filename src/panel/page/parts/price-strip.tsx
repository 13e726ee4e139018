import { useState } from 'preact/hooks';
import { readClock } from '../../../models/clock.ts';
import { useNow } from '../wire/clock.ts';
import { factor, plural } from './format.ts';
import {
  dayMultipliers,
  differsByDay,
  multiplierAt,
  priceKind,
  priceSentence,
  unusableCount,
  usableWindows,
  WEEKDAYS,
} from './price-hours.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * What a model costs over the 24 UTC hours of a day, as factors on its base price. `windows` are price windows as a policy or the registry
 * writes them, in any state; none means ×1. `label` says whose they are. `at` is the moment to mark: now, unless told otherwise.
 */
export function PriceStrip({
  windows,
  label,
  at,
}: {
  readonly windows: unknown;
  readonly label: string;
  readonly at?: Date | undefined;
}) {
  const now = useNow(60_000);
  const [chosen, setChosen] = useState<number | null>(null);
  const moment = at ?? now;
  const clock = readClock(moment) ?? { hour: -1, weekday: 0 };
  const usable = usableWindows(windows);
  const varies = differsByDay(usable);
  const weekday = (varies ? chosen : null) ?? clock.weekday;
  const ignored = unusableCount(windows);
  return (
    <fieldset class="price-strip">
      <legend class="unseen">Price over the day: {label}</legend>
      <Hours
        multipliers={dayMultipliers(usable, weekday)}
        midnight={midnightOf(moment, weekday - clock.weekday)}
        current={weekday === clock.weekday ? clock.hour : null}
      />
      <div class="price-words">
        <p>
          <span>{priceSentence(windows)}.</span>
          {clock.hour !== -1 && <NowWords multiplier={multiplierAt(usable, clock)} isNow={at === undefined} />}
        </p>
        {varies && (
          <select
            aria-label={`Day shown for ${label}`}
            value={weekday}
            onChange={(event) => setChosen(Number(event.currentTarget.value))}
          >
            {WEEKDAYS.map((name, day) => (
              <option key={name} value={day}>
                {name}
                {day === clock.weekday && at === undefined ? ' (today)' : ''}
              </option>
            ))}
          </select>
        )}
      </div>
      {ignored > 0 && (
        <p class="note" data-tone="warn">
          {plural(ignored, 'window is', 'windows are')} not usable and ignored.
        </p>
      )}
    </fieldset>
  );
}

function NowWords({ multiplier, isNow }: { readonly multiplier: number; readonly isNow: boolean }) {
  const kind = priceKind(multiplier);
  const word = kind === 'base' ? 'base price' : kind;
  return (
    <>
      {' '}
      <span class="price-now" data-price={kind}>
        {isNow ? 'Now' : 'Then'} {factor(multiplier)}, {word}.
      </span>
    </>
  );
}

/** The cells, which repeat the sentence for the eye: a tall striped one is expensive, a low hollow one cheap. */
function Hours({
  multipliers,
  midnight,
  current,
}: {
  readonly multipliers: readonly number[];
  readonly midnight: number;
  readonly current: number | null;
}) {
  return (
    <div class="price-hours" aria-hidden="true">
      {multipliers.map((multiplier, hour) => (
        <span
          key={hour}
          class="price-hour"
          data-price={priceKind(multiplier)}
          data-current={hour === current}
          title={hourTitle(hour, midnight, multiplier)}
        >
          <i />
          {hour % 6 === 0 && <b>{hour}</b>}
        </span>
      ))}
    </div>
  );
}

function hourTitle(hour: number, midnight: number, multiplier: number): string {
  const start = new Date(midnight + hour * HOUR_MS);
  const local = start.toLocaleString(undefined, { weekday: 'short', hour: '2-digit', minute: '2-digit' });
  const kind = priceKind(multiplier);
  return `${hour} to ${hour + 1} UTC (from ${local} here): ${factor(multiplier)}, ${kind === 'base' ? 'base price' : kind}`;
}

/** The start of the UTC day, `days` after that of the moment, in epoch milliseconds. */
function midnightOf(at: Date, days: number): number {
  return Math.floor(at.getTime() / DAY_MS) * DAY_MS + days * DAY_MS;
}
