import { useNow } from '../../wire/clock.ts';
import { dayOf, dayText, hourText, upcomingDays } from './hours.ts';

/** Chooses the moment that is decided for: now, or an hour of the next week. Null is now. */
export function HourField({
  at,
  onChange,
}: {
  readonly at: Date | null;
  readonly onChange: (at: Date | null) => void;
}) {
  const days = upcomingDays(useNow(60_000));
  const day = days.find((one) => at !== null && one.day === dayOf(at));
  const chooseDay = (name: string) => {
    const hours = days.find((one) => one.day === name)?.hours ?? [];
    // The same hour of the other day, where it has one.
    const same = hours.find((hour) => hour.getUTCHours() === at?.getUTCHours());
    onChange(same ?? hours[0] ?? null);
  };
  return (
    <div class="hour-field">
      <label class="field">
        When
        <select value={day?.day ?? ''} onChange={(event) => chooseDay(event.currentTarget.value)}>
          <option value="">Now</option>
          {days.map(({ day: name, hours }) => (
            <option key={name} value={name}>
              {dayText(hours[0] ?? new Date(name))} UTC
            </option>
          ))}
        </select>
      </label>
      {day !== undefined && at !== null && (
        <label class="field">
          Hour
          <select value={at.toISOString()} onChange={(event) => onChange(new Date(event.currentTarget.value))}>
            {day.hours.map((hour) => (
              <option key={hour.toISOString()} value={hour.toISOString()}>
                {hourText(hour)}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}
