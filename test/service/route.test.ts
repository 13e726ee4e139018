import t from 'tap';
import { traceRequest } from '../../src/service/explain.ts';
import { route } from '../../src/service/route.ts';
import { openContext } from './context.ts';
import { EXAMPLE, recordsOf } from './routed.ts';

const HARD = 'Debug a race condition';
const OPEN = 'Summarize this note';
const REVIEW = 'Review PR for security';

t.test('I1 route and trace plan the same, on every task of the example', async (t) => {
  const tasks = [
    'Rename getCwd in utils.py',
    'Debug race condition in pool',
    'Audit the entire repo for unsafe subprocess usage.',
    'Update 3-5 files with the new import pattern',
    'Look at this screenshot and tell me why the layout breaks',
    'Add a retry decorator to the http client in src/http.py',
  ];
  for (const now of ['2026-08-17T07:20:00Z', '2026-08-17T02:00:00Z', '2026-08-15T12:00:00Z']) {
    await t.test(now, async (t) => {
      const context = openContext(t, { policy: EXAMPLE, now: new Date(now) });
      for (const task of tasks) {
        const live = await route(context, { task });
        const dry = traceRequest(context, { task });
        t.strictSame(live.chain_plan, dry.chain_plan, task);
        const { output: liveOutput, ...decision } = live.decision;
        const { output: dryOutput, ...rest } = dry.decision;
        t.strictSame(decision, rest, task);
        const { chain: _, ...declared } = liveOutput;
        t.strictSame(declared, dryOutput, task);
        t.same(live.evaluated_at.utc_hour, dry.evaluated_at?.utc_hour);
      }
      const unclassified = traceRequest(context, { task: REVIEW }).if_unclassified;
      t.strictSame((await route(context, { task: REVIEW })).chain_plan, unclassified?.chain_plan);
    });
  }
});

t.test('S9 the answer, and S11 the record that stands on disk before it', async (t) => {
  const context = openContext(t);
  const task = `${HARD} with password: hunter2hunter2 ${'x'.repeat(200)}`;
  const body = await route(context, { task, source: 'delegate', sessionId: 's' });
  t.same(Object.keys(body), ['mode', 'decision', 'chain_plan', 'steps', 'evaluated_at', 'id', 'logged']);
  t.same(Object.keys(body.decision), ['matched_rule_id', 'output', 'matched_clauses', 'cause', 'chain_plan']);
  t.match(body, { mode: 'live', logged: 'durable', id: /^rt_[0-9a-f]{12}$/ });
  t.strictSame(body.decision.chain_plan, body.chain_plan);
  t.same(body.evaluated_at, {
    at: '2026-08-17T15:42:17+00:00',
    at_source: 'now',
    utc_hour: 15,
    utc_weekday: 0,
    time_aware: true,
  });
  const [record] = recordsOf(context);
  t.same(Object.keys(record ?? {}), [
    'ts',
    'cause',
    'output',
    'rule_id',
    'task',
    'source',
    'steps',
    'chain_plan',
    'id',
    'policy_hash',
  ]);
  t.match(record, {
    ts: context.now().getTime() / 1000,
    cause: 'hard_rule',
    output: { model: 'strong', attempted_model: 'strong', attempted_provider: 'strong-rail' },
    rule_id: 'hard-verbs',
    source: 'delegate',
    id: body.id,
    policy_hash: context.policy.read().hash,
    chain_plan: { rejected_truncated: 0 },
  });
  t.equal(String(record?.task).length, 120);
  t.notMatch(JSON.stringify([record, body]), 'hunter2hunter2');
  t.strictSame(record?.steps, JSON.parse(JSON.stringify(body.steps)));
});

t.test('S-13 the log says what the answer says', async (t) => {
  const context = openContext(t);
  const body = await route(context, { task: OPEN });
  const [record] = recordsOf(context);
  t.match(record, { rule_id: null, cause: body.decision.cause, id: body.id, policy_hash: /^[0-9a-f]{64}$/ });
  t.strictSame(record?.steps, JSON.parse(JSON.stringify(body.steps)));
  t.strictSame(record?.chain_plan, { ...JSON.parse(JSON.stringify(body.chain_plan)), rejected_truncated: 0 });
});

t.test('denials are answers, and are recorded', async (t) => {
  const context = openContext(t);
  const body = await route(context, { task: HARD, model: 'BAD', provider: 'rail' });
  t.match(body.decision.output, { deny: true, blocked_model: 'BAD' });
  t.match(recordsOf(context), [{ cause: 'blocklist_veto', output: { deny: true }, chain_plan: { chain: [] } }]);
});

t.test('L-08 a row is on disk for every answer, whatever happens next', async (t) => {
  const context = openContext(t);
  for (let i = 0; i < 5; i++) {
    const { id } = await route(context, { task: `${HARD} ${i}` });
    t.equal(recordsOf(context).at(-1)?.id, id);
  }
});

t.test('a decision holds when its record cannot be written', async (t) => {
  const context = openContext(t);
  const broken = { ...context, decisionLog: { ...context.decisionLog, append: async () => 'degraded' as const } };
  t.match(await route(broken, { task: HARD }), { logged: 'degraded', decision: { matched_rule_id: 'hard-verbs' } });
});
