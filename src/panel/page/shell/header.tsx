import { useState } from 'preact/hooks';
import { ago, localTime, moment } from '../parts/format.ts';
import type { Status } from '../wire/answers.ts';
import { useNow } from '../wire/clock.ts';
import { type Resource, refreshAll } from '../wire/resource.ts';

/** The title, how old each part of what is shown is, and the button that reads everything again. */
export function Header({ status }: { readonly status: Resource<Status> }) {
  const [busy, setBusy] = useState(false);
  const now = useNow(1000);
  const dead = status.failure !== null;
  const read = async () => {
    setBusy(true);
    await refreshAll();
    setBusy(false);
  };
  return (
    <header>
      <h1>
        <span class="dot" data-tone={dead ? 'bad' : status.data === null ? 'idle' : 'ok'} /> Smart Router
      </h1>
      <dl class="ages">
        <Age label="started" at={status.data?.process_started_at} now={now} />
        <Age label="code built" at={status.data?.code_mtime} now={now} />
        <Age label="policy changed" at={status.data?.config_mtime} now={now} />
        <Age label="read" at={status.readAt?.toISOString()} now={now} />
      </dl>
      <button type="button" disabled={busy} onClick={read}>
        Refresh
      </button>
    </header>
  );
}

function Age({ label, at, now }: { readonly label: string; readonly at: string | undefined; readonly now: Date }) {
  const when = moment(at);
  return (
    <div title={localTime(when)}>
      <dt>{label}</dt>
      <dd>{ago(when, now)}</dd>
    </div>
  );
}
