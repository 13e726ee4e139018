import t from 'tap';
import { countHits, hitsOf, hitWords, staleWords } from '../../../../src/panel/page/views/policy/rules/hits.ts';
import { beforeAfterStep, placeBefore, type Step } from '../../../../src/panel/page/views/policy/rules/order.ts';

const row = (rule_id: unknown, cause: string, ts: number | null = 1_000) => ({
  ...{ id: 'x', ts, cause, rule_id, task: '', model: '', provider: '', declared_model: '' },
  ...{ source: 'chat' as const, in_policy: true },
});

t.test('how often each rule decided, among those that were counted', async (t) => {
  const hits = countHits({
    routes: [
      row('a', 'hard_rule'),
      row('a', 'classifier'),
      row(7, 'default_fallthrough'),
      row(null, 'default_fallthrough'),
      row('', 'fail_safe_strong'),
    ],
  });
  t.strictSame(
    [...hits.byRule],
    [
      ['a', 2],
      ['7', 1],
    ],
  );
  t.strictSame([hits.counted, hits.byDefault, hits.byFailSafe], [5, 1, 1]);
  t.equal(
    hitWords(hits, ({ byRule }) => byRule.get('a') ?? 0),
    '2 of the last 5 decisions',
  );
  t.equal(
    hitWords(countHits({ routes: [row('a', 'x')] }), () => 0),
    '0 of the last 1 decision',
  );
  t.equal(
    hitWords(countHits({ routes: [] }), () => 0),
    'no decision yet',
    'nothing counted is not zero of something',
  );
  t.equal(
    hitWords(hitsOf({ data: null, loading: false }), () => 0),
    'decisions: unknown',
  );
  t.equal(
    hitWords(hitsOf({ data: null, loading: true }), () => 0),
    'counting …',
  );
});

t.test('a file that is newer than the newest decision makes the counts old', async (t) => {
  const hits = countHits({ routes: [row('a', 'x')] });
  t.match(staleWords(hits, new Date(1_001_000)), /changed after the newest decision/);
  t.equal(staleWords(hits, new Date(999_000)), null);
  t.equal(staleWords(hits, null), null);
  t.equal(staleWords(countHits({ routes: [] }), new Date(999_000)), null);
});

const STEPS: readonly [id: string, step: Step, before: string | null | undefined][] = [
  ['b', 'up', 'a'],
  ['a', 'up', undefined],
  ['a', 'down', 'c'],
  ['b', 'down', null],
  ['c', 'down', undefined],
  ['c', 'first', 'a'],
  ['a', 'first', undefined],
  ['a', 'last', null],
  ['c', 'last', undefined],
  ['z', 'up', undefined],
];

t.test('where a step leads', async (t) => {
  for (const [id, step, before] of STEPS) t.equal(beforeAfterStep(['a', 'b', 'c'], id, step), before, `${id} ${step}`);
  t.equal(placeBefore(['a', 'b', 'c'], 'a', 'c'), 2);
  t.equal(placeBefore(['a', 'b', 'c'], 'a', null), 3);
});
