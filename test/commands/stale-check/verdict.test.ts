import t from 'tap';
import { staleVerdict } from '../../../src/commands/stale-check/verdict.ts';

const START = 1_000_000;
const at = (seconds: number) => new Date((START + seconds) * 1000);

t.test('O-07 when the service is restarted', async (t) => {
  const table: [what: string, changed: number | null, now: number, jobs: number, kind: string][] = [
    ['older code', -5, 900, 0, 'fresh'],
    ['the same moment', 0, 900, 0, 'fresh'],
    ['unreadable code', null, 900, 0, 'fresh'],
    ['newer code, idle', 100, 900, 0, 'restart'],
    ['newer code, still being written', 890, 900, 0, 'wait'],
    ['a change from the future', 5000, 900, 0, 'wait'],
    ['newer code, a job', 100, 900, 1, 'wait'],
    ['a job, just under two hours', 100, 100 + 7199, 3, 'wait'],
    ['a job, two hours', 100, 100 + 7200, 3, 'restart'],
  ];
  for (const [what, changed, now, jobs, kind] of table) {
    const changedAt = changed === null ? null : at(changed);
    t.equal(staleVerdict({ startedAt: at(0), changedAt, now: at(now), jobs }).kind, kind, what);
  }
});
