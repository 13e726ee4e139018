import { useState } from 'preact/hooks';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { Card } from '../../parts/card.tsx';
import { FailureNote } from '../../parts/loaded.tsx';
import type { Doctor } from '../../wire/answers.ts';
import { type Answer, call } from '../../wire/call.ts';
import { ownRow } from '../../wire/read.ts';

const TONES: Readonly<Record<string, Tone>> = { ok: 'ok', warn: 'warn', fail: 'bad' };

/** The doctor's checks, run when asked for: some of them start programs. */
export function DoctorCard() {
  const [answer, setAnswer] = useState<Answer<Doctor> | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    setAnswer(await call<Doctor>('/doctor'));
    setBusy(false);
  };
  return (
    <Card
      title="Doctor"
      aside={
        <button type="button" disabled={busy} onClick={run}>
          {busy ? 'Checking …' : 'Run the checks'}
        </button>
      }
    >
      {answer === null && (
        <p class="muted">Checks the token, the port, the policy, hermes, profiles, the log and the service.</p>
      )}
      {answer?.kind === 'failed' && <FailureNote failure={answer} />}
      {answer?.kind === 'ok' && <Checks doctor={answer.data} />}
    </Card>
  );
}

function Checks({ doctor }: { readonly doctor: Doctor }) {
  return (
    <ul class="rows">
      {doctor.checks.map((check) => (
        <li key={check.id}>
          <Badge tone={ownRow(TONES, check.status) ?? 'idle'}>{check.status}</Badge> {check.message}
          {check.cure !== null && <p class="muted">{check.cure}</p>}
        </li>
      ))}
    </ul>
  );
}
