import { writeFileSync } from 'node:fs';
import t from 'tap';
import { readPolicy } from '../../src/service/policy.ts';
import { BASE_POLICY } from '../router/policies.ts';
import { openContext } from './context.ts';

t.test('exactly the parts that the panel edits, as written', async (t) => {
  const { policy_in_use: _, ...body } = readPolicy(openContext(t));
  const { classifier, default: fallThrough, fail_safe, rules, tiers } = BASE_POLICY;
  t.strictSame(body, {
    rules,
    default: fallThrough,
    tiers,
    fail_safe,
    classifier,
    price_windows: {},
    compaction: null,
  });
});

t.test('nothing is invented, since the panel posts this back', async (t) => {
  const policy = { rules: [{ id: 'r', when: {}, then: {} }, 7, { enabled: false, note: 'mine' }], tiers: { T1: 5 } };
  t.match(readPolicy(openContext(t, { policy })), {
    rules: [
      { id: 'r', when: {}, then: {} },
      { id: null, when: {}, then: {}, enabled: false },
    ],
    default: {},
    tiers: { T1: 5 },
    fail_safe: {},
    classifier: {},
  });
  const [row] = readPolicy(openContext(t, { policy })).rules;
  t.same(Object.keys(row ?? {}), ['id', 'when', 'then']);
});

t.test('describes the file on disk while decisions run on the last good one', async (t) => {
  const context = openContext(t);
  const good = readPolicy(context).policy_in_use;
  writeFileSync(context.policyFile, JSON.stringify({ ...BASE_POLICY, default: { model: 'T9' } }));
  const body = readPolicy(context);
  t.same(body.default, { model: 'T9' });
  t.same(body.policy_in_use, { hash: good.hash, source: 'last_good' });
});
