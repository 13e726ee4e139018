import { Badge } from '../../parts/badge.tsx';
import { Card } from '../../parts/card.tsx';
import { count, localTime, moment } from '../../parts/format.ts';
import type { Status } from '../../wire/answers.ts';

/** Whether every decision is on disk. */
export function LogCard({ log, since }: { readonly log: Status['log']; readonly since: string }) {
  const ok = log.state === 'ok';
  return (
    <Card title="Decision log" aside={<Badge tone={ok ? 'ok' : 'bad'}>{ok ? 'writing' : 'not on disk'}</Badge>}>
      {!ok && (
        <p class="note" data-tone="bad">
          Decisions are answered but not written. Free space, or repair the disk.
        </p>
      )}
      <dl class="facts">
        <dt>written</dt>
        <dd>{count(log.written)}</dd>
        <dt>not written</dt>
        <dd>{count(log.dropped)}</dd>
        <dt>torn lines mended</dt>
        <dd>{count(log.repaired)}</dd>
        <dt>last error</dt>
        <dd>{log.last_error ?? 'none'}</dd>
      </dl>
      <p class="muted">
        Since {localTime(moment(since))}, in <code>{log.path}</code>
      </p>
    </Card>
  );
}
