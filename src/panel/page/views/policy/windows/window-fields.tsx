import { useEffect, useRef, useState } from 'preact/hooks';
import type { Json, JsonObject } from '../../../../../lib/json.ts';
import { WEEKDAYS } from '../../../parts/price-hours.ts';
import { nowUtc } from '../../../wire/clock.ts';
import { EVERY_DAY, type WindowForm, windowProblem, windowRow } from './window-form.ts';

const HOURS = Array.from({ length: 25 }, (_, hour) => hour);

/** Asks for one window: hours, days, factor. Hours are UTC, with the reader's own beside them. */
export function WindowFields({
  begin,
  others,
  verb,
  locked,
  onWindow,
  onCancel,
}: {
  readonly begin: WindowForm;
  /** The other windows of the model, which it must not overlap. */
  readonly others: readonly Json[];
  readonly verb: string;
  readonly locked: boolean;
  readonly onWindow: (window: JsonObject) => void;
  readonly onCancel: () => void;
}) {
  const [form, setForm] = useState(begin);
  const problem = windowProblem(form, others);
  const fields = useRef<HTMLFormElement>(null);
  // The button that asked for the form is gone.
  useEffect(() => fields.current?.querySelector('select')?.focus(), []);
  return (
    <form
      ref={fields}
      class="window-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === null && !locked) onWindow(windowRow(form));
      }}
    >
      <div class="fields">
        <HourField
          label="From"
          hours={HOURS.slice(0, 24)}
          value={form.start}
          onHour={(start) => setForm({ ...form, start })}
        />
        <HourField label="To" hours={HOURS.slice(1)} value={form.end} onHour={(end) => setForm({ ...form, end })} />
        <label class="field">
          <span>Factor on the price</span>
          <input
            type="text"
            inputMode="decimal"
            size={6}
            value={form.multiplier}
            onInput={(event) => setForm({ ...form, multiplier: event.currentTarget.value })}
          />
        </label>
      </div>
      <DayTicks days={form.weekdays} onDays={(weekdays) => setForm({ ...form, weekdays })} />
      <p class="problem" role="status">
        {problem}
      </p>
      <div class="actions">
        <button type="submit" class="primary" disabled={locked || problem !== null}>
          {verb}
        </button>
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}

function HourField({
  label,
  hours,
  value,
  onHour,
}: {
  readonly label: string;
  readonly hours: readonly number[];
  readonly value: number;
  readonly onHour: (hour: number) => void;
}) {
  return (
    <label class="field">
      <span>{label}</span>
      <select value={value} onChange={(event) => onHour(Number(event.currentTarget.value))}>
        {hours.map((hour) => (
          <option key={hour} value={hour}>
            {hour} UTC ({localHour(hour)} here)
          </option>
        ))}
      </select>
    </label>
  );
}

function DayTicks({
  days,
  onDays,
}: {
  readonly days: readonly number[];
  readonly onDays: (days: readonly number[]) => void;
}) {
  return (
    <fieldset class="ticks">
      <legend>On (days in UTC)</legend>
      {WEEKDAYS.map((name, day) => (
        <label key={name} class="tick" title={name}>
          <input
            type="checkbox"
            checked={days.includes(day)}
            onChange={(event) => {
              const on = event.currentTarget.checked;
              onDays(EVERY_DAY.filter((other) => (other === day ? on : days.includes(other))));
            }}
          />{' '}
          {name.slice(0, 3)}
        </label>
      ))}
    </fieldset>
  );
}

function localHour(hour: number): string {
  const at = nowUtc();
  at.setUTCHours(hour, 0, 0, 0);
  return at.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
}
