import { useId, useState } from 'preact/hooks';
import type { Json } from '../../../../../lib/json.ts';
import { useModelChoices } from '../queue/use-model-choices.ts';
import { type BanForm, banProblem, EMPTY_BAN } from './ban.ts';

/** Asks what to ban, and why. Names are free: what is not known yet can be banned too. */
export function BanFields({
  bans,
  locked,
  onBan,
}: {
  readonly bans: readonly Json[];
  readonly locked: boolean;
  readonly onBan: (form: BanForm) => void;
}) {
  const id = useId();
  const [form, setForm] = useState(EMPTY_BAN);
  const [problem, setProblem] = useState<string | null>(null);
  const { groups } = useModelChoices(false);
  const pairs = groups.flatMap((group) => group.pairs);
  const models = [...new Set(pairs.map(({ model }) => model))];
  const fitting = pairs.filter(({ model }) => form.model === '' || model === form.model);
  const providers = [...new Set(fitting.map(({ provider }) => provider))];
  const change = (changed: Partial<BanForm>) => {
    setForm({ ...form, ...changed });
    setProblem(null);
  };
  return (
    <form
      class="ban-form"
      onSubmit={(event) => {
        event.preventDefault();
        const found = banProblem(form, bans);
        setProblem(found);
        if (found !== null || locked) return;
        onBan(form);
        setForm(EMPTY_BAN);
      }}
    >
      <h3>Ban a model</h3>
      <div class="fields ban-names">
        <NameField
          label="Model"
          absent="any"
          list={`${id}-models`}
          names={models}
          value={form.model}
          onName={(model) => change({ model })}
        />
        <NameField
          label="Provider"
          absent="any"
          list={`${id}-providers`}
          names={providers}
          value={form.provider}
          onName={(provider) => change({ provider })}
        />
        <NameField
          label="Reason"
          absent="why, for whoever reads it"
          value={form.reason}
          onName={(reason) => change({ reason })}
        />
        <button type="submit" disabled={locked}>
          Add the ban
        </button>
      </div>
      {problem !== null && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}

function NameField({
  label,
  absent,
  list,
  names = [],
  value,
  onName,
}: {
  readonly label: string;
  readonly absent: string;
  readonly list?: string;
  readonly names?: readonly string[];
  readonly value: string;
  readonly onName: (value: string) => void;
}) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        type="text"
        autoComplete="off"
        placeholder={absent}
        value={value}
        {...(list !== undefined && { list })}
        onInput={(event) => onName(event.currentTarget.value)}
      />
      {list !== undefined && (
        <datalist id={list}>
          {names.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      )}
    </label>
  );
}
