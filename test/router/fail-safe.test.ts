import t from 'tap';
import { failSafeOutput } from '../../src/router/fail-safe.ts';

const block = { profile: 'coder', model: 'safe', provider: 'p', fallback: [{ model: 'b', provider: 'q' }] };

const cases: readonly (readonly [string, unknown, unknown, object])[] = [
  ['S-15 keeps the profile a rule has decided', block, 'reviewer', { ...block, profile: 'reviewer' }],
  ['takes its own profile when no rule named one', block, undefined, block],
  ['takes its own profile when the rule named an empty one', block, '', block],
  [
    'stands in for a missing block',
    undefined,
    undefined,
    { profile: 'coder', model: 'deepseek-v4-pro', provider: 'deepseek' },
  ],
  [
    'stands in for a broken block',
    [7],
    'reviewer',
    { profile: 'reviewer', model: 'deepseek-v4-pro', provider: 'deepseek' },
  ],
  [
    'drops an empty hop list',
    { ...block, fallback: [] },
    undefined,
    { profile: 'coder', model: 'safe', provider: 'p' },
  ],
  [
    'keeps what the block declares of its model',
    { model: 'm', provider: 'p', context_window: 9, billing_mode: 'plan', note: 'x' },
    undefined,
    { profile: 'coder', model: 'm', provider: 'p', declared_capabilities: { context_window: 9, billing_mode: 'plan' } },
  ],
];

for (const [name, written, profile, expected] of cases) {
  t.test(name, async (t) => t.same(failSafeOutput(written, profile), expected));
}

t.test('shares nothing with the policy', async (t) => {
  t.not(failSafeOutput(block, undefined).fallback?.[0], block.fallback[0]);
});
