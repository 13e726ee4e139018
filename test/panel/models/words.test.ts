import t from 'tap';
import type { ModelRow } from '../../../src/panel/page/views/models/rows.ts';
import {
  banReason,
  billingWords,
  capabilityWord,
  changeWords,
  priceAt,
  retryWords,
  tokensWord,
  useWords,
} from '../../../src/panel/page/views/models/words.ts';

const NOW = new Date('2026-11-30T20:30:30Z');
const HOUR = new Date('2026-11-30T20:00:00Z');

const row = (reading: object | null): ModelRow => ({
  key: '["m","p"]',
  model: 'm',
  provider: 'p',
  state: 'alive',
  reading: reading as ModelRow['reading'],
  known: true,
  facts: {},
  windows: undefined,
  multiplier: 1,
  uses: [],
  named: true,
});

t.test('what is not known is never 0, free or no', async (t) => {
  t.strictSame([true, false, undefined, null, 'yes'].map(capabilityWord), [
    'yes',
    'no',
    'unknown',
    'unknown',
    'unknown',
  ]);
  t.strictSame([200_000, undefined, null, '8k'].map(tokensWord), ['200,000', 'unknown', 'unknown', 'unknown']);
  t.strictSame(
    [priceAt(1.5, 2), priceAt(0, 2), priceAt(null, 2), priceAt(undefined, 1), priceAt(1, null)],
    [3, 0, null, null, null],
  );
  t.equal(billingWords(undefined), 'unknown');
  t.equal(billingWords('plan'), 'plan');
  t.equal(billingWords('barter'), 'barter');
});

t.test('the next change of a price', async (t) => {
  const change = { hour: 6, weekday: 1, hours_ahead: 10, multiplier: 2 };
  const words = changeWords(row({ next_window_change: change }), HOUR, NOW);
  t.match(words, /^×2 in 9 h 30 min, from \S+.* your time \(06:00 UTC\)$/);
  t.equal(changeWords(row({ next_window_change: null }), HOUR, NOW), null);
  t.equal(changeWords(row({ next_window_change: change }), null, NOW), null);
  t.equal(changeWords(row(null), HOUR, NOW), null);
});

t.test('when a cooling pair is tried again', async (t) => {
  const breaker = { retry_at: '2026-11-30T20:31:00Z', last_failure_kind: 'quota_exhausted' };
  t.equal(retryWords(row({ breaker }), NOW), 'after quota exhausted, tried again in 30 s');
  t.equal(retryWords(row({ breaker: { retry_at: '2026-11-30T20:30:00Z' } }), NOW), 'tried again with the next task');
  t.equal(retryWords(row({ breaker: {} }), NOW), null);
});

t.test('uses and bans', async (t) => {
  t.equal(useWords({ place: 'T1', position: 1, rules: [] }), 'first in T1');
  t.equal(useWords({ place: 'fail_safe', position: 4, rules: [] }), '4th in the last resort');
  t.equal(useWords({ place: 'rule', position: 1, rules: ['r'] }), 'named by');
  t.equal(
    banReason([null, { model: 'x', reason: 'other' }, { model: 'M', provider: 'P', reason: 'broken' }], row(null)),
    'broken',
  );
  t.equal(banReason([{ model: 'm' }], row(null)), 'no reason given');
  t.equal(banReason([{ model: 'm', provider: 'q' }], row(null)), null);
});
