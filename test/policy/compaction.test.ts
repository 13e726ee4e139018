import fc from 'fast-check';
import t from 'tap';
import type { Json, JsonObject } from '../../src/lib/json.ts';
import { resolveCompaction } from '../../src/policy/compaction.ts';

const TIERS = {
  T1: {
    model: 'glm-4.7',
    provider: 'zai',
    fallback: [
      { model: 'gpt-5.6-luna', provider: 'openai-codex' },
      { model: 4.7, provider: 'zai' },
      'nope',
      { model: 'mimo-v2.5', provider: 'xiaomi', vision: true },
    ],
  },
  T2: 'glm',
  T3: { fallback: [{ model: 'm' }] },
};
const BASE = { provider: 'zai', model: 'glm-4.5-flash' };
const HOP = { provider: 'deepseek', model: 'deepseek-v4-flash' };

const TABLE: readonly (readonly [string, Json, JsonObject, readonly RegExp[]])[] = [
  ['absent', null, {}, []],
  ['no fallback_mode', BASE, BASE, []],
  [
    'a tier, in order, unusable hops skipped',
    { ...BASE, fallback_mode: 'tier:T1' },
    {
      ...BASE,
      fallback_chain: [
        { provider: 'zai', model: 'glm-4.7' },
        { provider: 'openai-codex', model: 'gpt-5.6-luna' },
        { provider: 'xiaomi', model: 'mimo-v2.5' },
      ],
    },
    [],
  ],
  [
    'standalone',
    { ...BASE, fallback_mode: 'standalone', fallback_chain: [{ ...HOP, note: 'x' }] },
    { ...BASE, fallback_chain: [HOP] },
    [],
  ],
  ...[undefined, null, [], 'x'].map(
    (chain) =>
      [
        'standalone without a chain',
        { ...BASE, fallback_mode: 'standalone', ...(chain === undefined ? {} : { fallback_chain: chain }) },
        {},
        [/^compaction.fallback_chain must be a non-empty list/],
      ] as const,
  ),
  [
    'standalone with bad hops',
    { ...BASE, fallback_mode: 'standalone', fallback_chain: [HOP, { provider: 'zai' }, 'x'] },
    {},
    [/^compaction.fallback_chain\[1\] must be/, /^compaction.fallback_chain\[2\] must be/],
  ],
  ['an unknown tier', { ...BASE, fallback_mode: 'tier:T9' }, {}, [/tier 'T9' does not exist/]],
  ['a tier of the prototype', { ...BASE, fallback_mode: 'tier:toString' }, {}, [/tier 'toString' does not exist/]],
  ['a tier that is no mapping', { ...BASE, fallback_mode: 'tier:T2' }, {}, [/tier 'T2' is not a mapping/]],
  ['an empty queue', { ...BASE, fallback_mode: 'tier:T3' }, {}, [/tier 'T3'.*queue is empty/]],
  ...['', 'tier:', 'other', 7, true].map(
    (mode) =>
      [
        'a mode',
        { ...BASE, fallback_mode: mode },
        {},
        [/fallback_mode must be 'standalone' or 'tier:<NAME>'/],
      ] as const,
  ),
  [
    'window too small',
    { ...BASE, required_provider_context_window: 999_999 },
    {},
    [/131072.*below the required 999999/],
  ],
  ['window large enough', { ...BASE, required_provider_context_window: 100_000 }, BASE, []],
  ['nothing in it', {}, {}, [/^compaction.provider must be/, /^compaction.model must be/]],
  [
    'base_url and window',
    { ...BASE, base_url: 42, required_provider_context_window: true },
    {},
    [/^compaction.base_url must be a string/, /^compaction.required_provider_context_window must be/],
  ],
  ['a window as text', { ...BASE, required_provider_context_window: '100000' }, {}, [/got "100000"/]],
  ['base_url', { ...BASE, base_url: 'http://x' }, { ...BASE, base_url: 'http://x' }, []],
  ['a blank base_url', { ...BASE, base_url: ' ' }, BASE, []],
  ['an unknown model', { ...BASE, model: 'nobody' }, {}, [/'nobody' is not in the capability registry/]],
  ['not a mapping', [], {}, [/^compaction must be a mapping$/]],
];

t.test('resolving the compaction block', async (t) => {
  for (const [name, compaction, choice, errors] of TABLE) {
    const resolved = resolveCompaction({ compaction, tiers: TIERS });
    t.strictSame(resolved.choice, choice, name);
    t.equal(resolved.errors.length, errors.length, JSON.stringify(resolved.errors));
    errors.forEach((pattern, index) => {
      t.match(resolved.errors[index], pattern, name);
    });
  }
});

t.test('a policy that is none has no choice', async (t) => {
  for (const policy of [null, [], 'x', {}, undefined])
    t.strictSame(resolveCompaction(policy), { choice: {}, errors: [] });
});

t.test('never throws, and an error always means no choice', async (t) => {
  const any = fc.jsonValue();
  const mode = fc.oneof(any, fc.constantFrom('standalone', 'tier:T1', 'tier:__proto__'));
  const block = fc.oneof(
    any,
    fc.record({ ...{ provider: any, model: any, fallback_mode: mode }, fallback_chain: any }, { requiredKeys: [] }),
  );
  fc.assert(
    fc.property(block, any, (compaction, tiers) => {
      const { choice, errors } = resolveCompaction({ compaction, tiers });
      return errors.length === 0 || Object.keys(choice).length === 0;
    }),
  );
  t.pass();
});
