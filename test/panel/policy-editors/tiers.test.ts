import tap from 'tap';
import type { JsonObject } from '../../../src/lib/json.ts';
import { modelChoices } from '../../../src/panel/page/views/policy/queue/model-choice.ts';
import {
  knobEdit,
  knobSummary,
  knobText,
  peakProviders,
  tickedNames,
} from '../../../src/panel/page/views/policy/tiers/knob.ts';
import { usedBy } from '../../../src/panel/page/views/policy/tiers/used-by.ts';

const TIER: JsonObject = {
  model: 'glm',
  provider: 'zai',
  pin_primary: false,
  requirements: { vision: true },
  time_policy: { avoid_peak: ['deepseek'], prefer: ['glm'] },
  fallback: [{ model: 'mimo', provider: 'xiaomi' }],
};

tap.test('a setting is set at its own place, and removed with null', async (t) => {
  const table: readonly (readonly [
    keys: readonly [string, ...string[]],
    value: boolean | number | string | null,
    path: string,
    written: unknown,
  ])[] = [
    [['fallback_strategy'], 'random', 'tiers.T1.fallback_strategy', 'random'],
    [['fallback_strategy'], null, 'tiers.T1.fallback_strategy', null],
    [['requirements', 'min_context'], 1000, 'tiers.T1.requirements.min_context', 1000],
    [['time_cap', 'max_multiplier'], 1.5, 'tiers.T1.time_cap.max_multiplier', 1.5],
    // The last key of a block takes the block along: an empty one changes nothing in a change set.
    [['requirements', 'vision'], null, 'tiers.T1.requirements', null],
    [['time_policy', 'avoid_peak'], null, 'tiers.T1.time_policy.avoid_peak', null],
    [['time_cap', 'max_multiplier'], null, 'tiers.T1.time_cap', null],
  ];
  for (const [keys, value, path, written] of table) {
    const edit = knobEdit('T1', TIER, keys, value);
    t.match(edit, { kind: 'set', value: written, label: `${keys.join('.')} of T1` }, `${path} = ${value}`);
    t.equal(edit.kind === 'set' && edit.path.join('.'), path);
  }
});

tap.test('settings have words', async (t) => {
  t.equal(knobSummary({ model: 'glm', provider: 'zai' }), 'all at their defaults');
  t.equal(knobSummary(TIER), 'the first hop may move, can see images, deepseek back in expensive hours, glm forward');
  t.equal(
    knobSummary({
      fallback_strategy: 'cheapest_now',
      time_cap: { max_multiplier: 1.5 },
      requirements: { min_context: 200000 },
    }),
    'cheapest_now, none above ×1.5, 200,000 tokens of context',
  );
  t.strictSame(
    ['pin_primary', 'fallback_strategy'].map((key) => knobText(TIER, key)),
    ['false', ''],
  );
});

tap.test('providers are ticked in one order', async (t) => {
  t.strictSame(peakProviders(TIER), ['zai', 'xiaomi', 'deepseek'], 'those of the hops, and those named already');
  t.strictSame(tickedNames(['a', 'b', 'c'], ['c'], 'a', true), ['a', 'c']);
  t.strictSame(tickedNames(['a', 'b'], ['b'], 'b', false), null);
});

tap.test('a tier knows who uses it', async (t) => {
  const policy = {
    rules: [
      { id: 'one', then: { model: 'T1' } },
      { id: 'two', then: { model: 'T2' } },
      { id: 'three', enabled: false, then: { model: 'T1' } },
    ],
    default: { action: 'classify' },
    compaction: { fallback_mode: 'tier:T1' },
  };
  t.strictSame(usedBy(policy, 'T1'), {
    rules: ['one', 'three'],
    off: ['three'],
    others: ['the classifier (where it picks this)', 'compaction'],
  });
  t.strictSame(usedBy(policy, 'spare'), { rules: [], off: [], others: [] });
  t.strictSame(usedBy({ ...policy, default: { model: 'T2' } }, 'T2').others, ['the default']);
});

tap.test('models are offered once, the useful ones first', async (t) => {
  const sources = {
    configured: [
      { model: 'gpt', provider: 'codex', source: 'model.default' },
      { model: 'mimo', provider: 'xiaomi' },
    ],
    policy: {
      tiers: { T1: TIER },
      classifier: { model: 'glm', provider: 'zai', chain: [{ model: 'small', provider: 'zai' }] },
    },
    known: null,
  };
  const [setUp, named] = [
    [
      { model: 'gpt', provider: 'codex' },
      { model: 'mimo', provider: 'xiaomi' },
    ],
    [
      { model: 'glm', provider: 'zai' },
      { model: 'small', provider: 'zai' },
    ],
  ];
  t.strictSame(modelChoices(sources), [
    { label: 'Set up in Hermes', pairs: setUp },
    { label: 'Named by the policy', pairs: named },
  ]);
  const known = { gpt: { provider: 'codex' }, old: { provider: 'zai' }, unplaced: { context_window: 1 } };
  t.strictSame(modelChoices({ ...sources, known }).at(-1), {
    label: 'Known, but not set up',
    pairs: [{ model: 'old', provider: 'zai' }],
  });
});
