import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { CLOSED_ENTRY, isBlocked, reduceBreaker, wouldBlock } from '../../src/blocklist/breaker.ts';
import { breakerSettings } from '../../src/blocklist/settings.ts';
import { breakerPolicy, machine } from './machine.ts';

const folder = mkdtempSync(join(tmpdir(), 'breaker-store-'));
t.teardown(() => rmSync(folder, { recursive: true, force: true }));

const action = fc.oneof(
  fc.constantFrom('ask', 'success', 'release', 'restart'),
  fc.constantFrom('ttfb_stall', 'idle_stall', 'crash', 'quota_exhausted'),
);
const history = fc.array(fc.tuple(action, fc.constantFrom(0, 1, 30, 59.5, 60, 120, 700)), { maxLength: 25 });

t.test('through the file, restarts and views, the answers are those of the pure machine', async (t) => {
  const policy = breakerPolicy();
  const settings = breakerSettings(policy);
  let run = 0;
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const m = machine(join(folder, String(run++)), 1_787_000_000);
      let blocklist = m.open();
      let entry = CLOSED_ENTRY;
      let now = 1_787_000_000;
      for (const [what, delay] of steps) {
        now += delay;
        m.clock.set(now);
        if (blocklist.wouldBlock(policy, 'm', 'p') !== wouldBlock(entry, now)) return false;
        blocklist.view(policy);
        blocklist.livenessState(policy, 'm', 'p');
        if (what === 'restart') {
          blocklist = m.open();
        } else if (what === 'ask') {
          const expected = isBlocked(entry, now);
          if (blocklist.wouldBlock(policy, 'm', 'p') !== expected.blocked) return false;
          if ((await blocklist.isBlocked(policy, 'm', 'p')) !== expected.blocked) return false;
          entry = expected.entry;
        } else if (what === 'success' || what === 'release') {
          if (what === 'success') await blocklist.recordSuccess(policy, 'm', 'p');
          else await blocklist.releaseProbe(policy, 'm', 'p');
          entry = reduceBreaker(entry, { type: what }, now, settings);
        } else {
          const after = reduceBreaker(entry, { type: 'failure', kind: what }, now, settings);
          const tripped = await blocklist.recordFailure(policy, 'm', 'p', what);
          if (tripped !== (entry.state !== 'OPEN' && after.state === 'OPEN')) return false;
          entry = after;
        }
      }
      return true;
    }),
    { numRuns: 40 },
  );
  t.pass('held');
});
