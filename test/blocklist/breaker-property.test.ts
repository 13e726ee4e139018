import fc from 'fast-check';
import t from 'tap';
import { type BreakerEvent, CLOSED_ENTRY, isBlocked, reduceBreaker, wouldBlock } from '../../src/blocklist/breaker.ts';
import { blockedEntries } from '../../src/blocklist/cooldown-row.ts';
import type { BreakerSettings } from '../../src/blocklist/settings.ts';

const KINDS = ['quota_exhausted', 'ttfb_stall', 'idle_stall', 'hard_timeout', 'crash', 'agent_error'];
const anyEvent: fc.Arbitrary<BreakerEvent> = fc.oneof(
  fc.constant<BreakerEvent>({ type: 'ask' }),
  fc.constantFrom(...KINDS).map((kind): BreakerEvent => ({ type: 'failure', kind })),
  fc.constant<BreakerEvent>({ type: 'success' }),
  fc.constant<BreakerEvent>({ type: 'release' }),
);
/** Steps of 0 to 120 s in halves, and the exact lengths of cooldowns, so that deadlines are met to the instant. */
const anyDelay = fc.oneof(
  fc.integer({ min: 0, max: 240 }).map((halves) => halves / 2),
  fc.constantFrom(60, 120, 900),
);
const anySettings: fc.Arbitrary<BreakerSettings> = fc.record({
  enabled: fc.constant(true),
  threshold: fc.integer({ min: 0, max: 12 }),
  windowSeconds: fc.constantFrom(0, 60, 600),
  baseCooldownSeconds: fc.constantFrom(1, 60, 1200),
  maxCooldownSeconds: fc.constantFrom(1, 60, 900),
  backoffMultiplier: fc.constantFrom(1, 1.5, 2),
});

t.test('whatever happens, looking and deciding agree, and an open rail lets one through at a time', async (t) => {
  const history = fc.array(fc.tuple(anyEvent, anyDelay), { maxLength: 60 });
  fc.assert(
    fc.property(history, anySettings, (events, settings) => {
      let entry = CLOSED_ENTRY;
      let now = 0;
      const timeline = { seconds: () => now, toEpoch: (moment: number) => moment, fromEpoch: (epoch: number) => epoch };
      for (const [event, delay] of events) {
        now += delay;
        Object.freeze(entry);
        Object.freeze(entry.events);
        blockedEntries([['m@p', entry]], timeline);
        const looked = wouldBlock(entry, now);
        const decided = isBlocked(entry, now);
        if (looked !== decided.blocked) return false;
        if (decided.blocked && decided.entry !== entry) return false;
        if (!decided.blocked && entry.state !== 'CLOSED' && !wouldBlock(decided.entry, now)) return false;
        entry = reduceBreaker(entry, event, now, settings);
      }
      return true;
    }),
    { numRuns: 300 },
  );
  t.pass('held, on frozen entries');
});

t.test('no breaker stays shut for ever: after its deadline somebody gets through', async (t) => {
  const history = fc.array(fc.tuple(anyEvent, anyDelay), { maxLength: 40 });
  fc.assert(
    fc.property(history, anySettings, (events, settings) => {
      let entry = CLOSED_ENTRY;
      let now = 0;
      for (const [event, delay] of events) {
        now += delay;
        entry = reduceBreaker(entry, event, now, settings);
      }
      const longest = Math.max(settings.baseCooldownSeconds, settings.maxCooldownSeconds);
      return !wouldBlock(entry, now + longest);
    }),
    { numRuns: 300 },
  );
  t.pass('held');
});
