import { type JsonObject, own } from '../../../../../lib/json.ts';
import { Badge, type Tone } from '../../../parts/badge.tsx';
import type { Capabilities, Liveness } from '../../../wire/answers.ts';
import { asText, ownRow, shown } from '../../../wire/read.ts';
import { useResource } from '../../../wire/resource.ts';
import { hopName } from './queue.ts';

/** Which of its buttons moved a hop. */
export type Step = 'first' | 'up' | 'down';

const BILLING_MODES = ['plan', 'subscription', 'metered', 'free'] as const;

const STATES: Readonly<Record<string, readonly [Tone, string]>> = {
  degraded: ['warn', 'breaker not closed'],
  quota_exhausted: ['bad', 'quota used up'],
  dead: ['bad', 'banned'],
};

const LIVENESS_EVERY_MS = 30_000;

/** One hop: what it is, how it is paid for, and the buttons that move or remove it. Arrow keys on a moving button move it too. */
export function HopRow({
  hop,
  place,
  locked,
  billing,
  barred,
  problem,
  onMove,
  onChange,
  onRemove,
}: {
  readonly hop: JsonObject;
  /** Its place, from 0. */
  readonly place: number;
  readonly locked: boolean;
  readonly billing: boolean;
  /** What cannot be done with it. */
  readonly barred: Readonly<Record<Step | 'remove', boolean>>;
  /** Why it cannot be the first; null when it can. */
  readonly problem: string | null;
  readonly onMove: (to: number, step: Step) => void;
  readonly onChange: (hop: JsonObject) => void;
  readonly onRemove: () => void;
}) {
  const name = hopName(hop);
  const arrows = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    if (event.key === 'ArrowUp') onMove(place - 1, 'up');
    else onMove(place + 1, 'down');
  };
  const mover = (step: Step, words: string, mark: string, to: number) => (
    <button
      type="button"
      data-step={step}
      aria-label={`${words}: ${name}`}
      title={words}
      disabled={locked || barred[step]}
      onKeyDown={arrows}
      onClick={() => onMove(to, step)}
    >
      {mark}
    </button>
  );
  return (
    <li>
      <div class="hop">
        <strong>{name}</strong> <StateBadge hop={hop} />
        <span class="hop-buttons">
          {place > 1 && mover('first', 'Make it the first', '⤒', 0)}
          {mover('up', 'Move up', '↑', place - 1)}
          {mover('down', 'Move down', '↓', place + 1)}
          <button
            type="button"
            class="danger"
            aria-label={`Remove ${name}`}
            title={barred.remove ? 'A queue has at least one hop, and not every hop can be its first' : 'Remove'}
            disabled={locked || barred.remove}
            onClick={onRemove}
          >
            ×
          </button>
        </span>
      </div>
      {billing && <Billing hop={hop} name={name} locked={locked} onChange={onChange} />}
      <Declared hop={hop} />
      {problem !== null && <p class="muted">It cannot be the first here. {problem}</p>}
    </li>
  );
}

function StateBadge({ hop }: { readonly hop: JsonObject }) {
  const liveness = useResource<Liveness>('/liveness', LIVENESS_EVERY_MS);
  const row = liveness.data?.models.find(({ model, provider }) => model === hop.model && provider === hop.provider);
  const state = row === undefined ? undefined : ownRow(STATES, row.state);
  return state === undefined ? null : <Badge tone={state[0]}>{state[1]}</Badge>;
}

function Billing({
  hop,
  name,
  locked,
  onChange,
}: {
  readonly hop: JsonObject;
  readonly name: string;
  readonly locked: boolean;
  readonly onChange: (hop: JsonObject) => void;
}) {
  const capabilities = useResource<Capabilities>('/capabilities', null);
  const known = asText(ownRow(capabilities.data?.models ?? {}, String(hop.model))?.billing_mode);
  const { billing_mode: mode, ...rest } = hop;
  const written = typeof mode === 'string' ? mode : '';
  return (
    <label class="hop-billing">
      <span class="muted">paid</span>{' '}
      <select
        aria-label={`How ${name} is paid for`}
        value={written}
        disabled={locked}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          onChange(chosen === '' ? rest : { ...hop, billing_mode: chosen });
        }}
      >
        <option value="">{known === null || written !== '' ? 'as known of the model' : `${known}, as known`}</option>
        {BILLING_MODES.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** What else the policy says of the hop. It is edited in the file, and moves with the hop. */
function Declared({ hop }: { readonly hop: JsonObject }) {
  const keys = Object.keys(hop).filter((key) => !['model', 'provider', 'billing_mode', 'profile'].includes(key));
  if (keys.length === 0) return null;
  return <p class="muted">declares {keys.map((key) => `${key}: ${shown(own(hop, key))}`).join(', ')}</p>;
}
