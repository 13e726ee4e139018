import tap from 'tap';
import type { JsonObject } from '../../../src/lib/json.ts';
import type { Edit } from '../../../src/panel/page/views/policy/edit.ts';
import {
  FAIL_SAFE_KEYS,
  headProblem,
  movedHop,
  queueEdit,
  queueOf,
  withQueue,
} from '../../../src/panel/page/views/policy/queue/queue.ts';

const HEAD = { model: 'own-model', provider: 'own', context_window: 131072, price_windows: [], billing_mode: 'free' };
const SECOND = { model: 'glm', provider: 'zai', billing_mode: 'plan' };
const THIRD = { model: 'mimo', provider: 'xiaomi', price_in: 0.15, notes: 'cheap' };
const KNOBS = { fallback_strategy: 'sequential', requirements: { vision: true }, time_cap: { max_multiplier: 1.5 } };
const TIER: JsonObject = { ...HEAD, ...KNOBS, fallback: [SECOND, THIRD] };

tap.test('a tier is its hops and its own settings', async (t) => {
  const hops = queueOf(TIER);
  t.strictSame(hops, [HEAD, SECOND, THIRD], 'the first has what is declared about it');
  t.strictSame(withQueue(TIER, hops ?? []), TIER, 'and back');
  t.strictSame(queueOf({ ...HEAD }), [HEAD], 'without fallbacks');
  t.strictSame(withQueue(TIER, [SECOND]), { ...SECOND, ...KNOBS }, 'an empty list of fallbacks is none');
  t.strictSame(
    queueOf({ profile: 'coder', ...SECOND, fallback: [] }, FAIL_SAFE_KEYS),
    [SECOND],
    'a profile is not part of a hop',
  );
  for (const broken of ['T1', null, { ...HEAD, fallback: 'T2' }, { ...HEAD, fallback: [SECOND, 'T2'] }])
    t.equal(queueOf(broken), null, `only the file can mend ${JSON.stringify(broken)}`);
});

tap.test('every key of a hop goes where the hop goes', async (t) => {
  const promoted = withQueue(TIER, movedHop([HEAD, SECOND, THIRD], 2, 0));
  t.strictSame(promoted, { ...THIRD, ...KNOBS, fallback: [HEAD, SECOND] });
  t.strictSame(queueOf(promoted), [THIRD, HEAD, SECOND]);
});

tap.test('moving past an end changes nothing', async (t) => {
  const hops = [HEAD, SECOND, THIRD];
  for (const [from, to] of [
    [0, -1],
    [2, 3],
    [1, 1],
    [3, 0],
  ] as const)
    t.equal(movedHop(hops, from, to), hops, `${from} to ${to}`);
  t.strictSame(movedHop(hops, 0, 1), [SECOND, HEAD, THIRD]);
});

tap.test('some hops cannot come first through a change set', async (t) => {
  t.equal(headProblem(THIRD), null);
  t.match(headProblem({ ...THIRD, price_out: null }), /price_out as null/);
  t.match(headProblem({ ...THIRD, requirements: {} }), /requirements/);
  t.match(headProblem({ ...THIRD, profile: 'coder' }, FAIL_SAFE_KEYS), /profile/);
});

tap.test('a change of hops is written as narrowly as it can be', async (t) => {
  const change = (hops: readonly JsonObject[], edits: readonly Edit[] = [], block: JsonObject = TIER) =>
    queueEdit({ path: ['tiers', 'T1'], base: TIER, block, hops, edits, name: 'T1' });

  t.strictSame(change([HEAD, THIRD, SECOND]), {
    kind: 'set',
    path: ['tiers', 'T1', 'fallback'],
    value: [THIRD, SECOND],
    label: 'Fallbacks of T1',
  });
  t.match(change([HEAD]), { path: ['tiers', 'T1', 'fallback'], value: null }, 'no fallbacks: no key');
  t.strictSame(change([{ ...HEAD, billing_mode: 'metered' }, SECOND, THIRD]), {
    kind: 'set',
    path: ['tiers', 'T1', 'billing_mode'],
    value: 'metered',
    label: 'How the first hop of T1 is paid for',
  });
  const { billing_mode: _, ...unpaid } = HEAD;
  t.match(change([unpaid, SECOND, THIRD]), { path: ['tiers', 'T1', 'billing_mode'], value: null });

  const swapped = change([SECOND, HEAD, THIRD]);
  t.strictSame(swapped, {
    kind: 'set',
    path: ['tiers', 'T1'],
    value: { ...SECOND, ...KNOBS, fallback: [HEAD, THIRD] },
    label: 'Hops of T1',
  });
  t.match(
    change([SECOND, THIRD, HEAD], [swapped], { ...SECOND, ...KNOBS, fallback: [HEAD, THIRD] }),
    { path: ['tiers', 'T1'] },
    'once it was the whole tier it stays so, so that undoing it leaves no half of it behind',
  );
  t.equal(
    queueLabel(change([SECOND, HEAD], [], { ...TIER, fallback_strategy: 'random' })),
    'Hops and settings of T1',
    'it says so when it takes earlier changes of settings along',
  );
});

function queueLabel(edit: Edit): string {
  return edit.kind === 'set' ? edit.label : edit.kind;
}
