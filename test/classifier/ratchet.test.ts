import t from 'tap';
import { effectiveTier } from '../../src/classifier/ratchet.ts';
import type { Json } from '../../src/lib/json.ts';

const VERDICTS: readonly (readonly [Json, Json, string])[] = [
  ['T1', 'high', 'T1'],
  ['T1', 'low', 'T2'],
  ['T1', 'Low', 'T2'],
  ['T1', 'LOW', 'T2'],
  ['T1', 'low ', 'T2'],
  ['T1', ' low', 'T2'],
  ['T1', 'very low', 'T2'],
  ['T3', 'low', 'T4'],
  ['T4', 'low', 'T4'],
  ['T99', 'high', 'T4'],
  ['T2', 'med', 'T2'],
  ['T1', '', 'T1'],
  ['T1', null, 'T1'],
  ['T1', 0.1, 'T1'],
  ['t1', 'high', 'T1'],
  ['T1 ', 'high', 'T1'],
  ['bogus', 'high', 'T4'],
  ['', 'high', 'T4'],
  [null, 'high', 'T4'],
];

t.test('a verdict only ever moves up', async (t) => {
  for (const [tier, confidence, expected] of VERDICTS)
    t.equal(effectiveTier({ tier, confidence }), expected, JSON.stringify([tier, confidence]));
});

t.test('C-15 one reading of confidence: only a text that ends with "low" moves anything', async (t) => {
  const words: readonly (readonly [Json, string])[] = [
    ['low', 'T3'],
    ['Low', 'T3'],
    ['LOW ', 'T3'],
    ['very low', 'T3'],
    ['0.9', 'T2'],
    [95, 'T2'],
    ['95%', 'T2'],
    [1.7, 'T2'],
    [-1, 'T2'],
    [null, 'T2'],
    [true, 'T2'],
    ['NaN', 'T2'],
  ];
  for (const [confidence, expected] of words)
    t.equal(effectiveTier({ tier: 'T2', confidence }), expected, String(confidence));
});

t.test('C-18 a route nobody knows is the strongest one', async (t) => {
  const tiers: readonly (readonly [Json, string])[] = [
    [' t3 ', 'T3'],
    ['gpt-9', 'T4'],
    [['T1'], 'T4'],
    [{ tier: 'T1' }, 'T4'],
    ['__proto__', 'T4'],
    ['constructor', 'T4'],
    [1, 'T4'],
  ];
  for (const [tier, expected] of tiers) t.equal(effectiveTier({ tier, confidence: 'high' }), expected, String(tier));
});
