import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { finished, JOB_POLICY, openJobContext } from './job-runs.ts';

const CRASH_ON = (model: string): string => `case "$*" in *"-m ${model}"*) kill -9 $$;; esac\necho answered`;
const QUOTA_ON = (model: string): string =>
  `case "$*" in *"-m ${model}"*) echo "API call failed after 3 retries: HTTP 429 rate limited"; exit 0;; esac\necho answered`;

t.test('a crash, or an empty quota, goes on to the next target', async (t) => {
  const rows: [string, object, string[], object][] = [
    [CRASH_ON('glm'), {}, ['glm', 'luna'], { success: true }],
    [
      CRASH_ON('glm'),
      { failover: false },
      ['glm'],
      { failure_kind: 'crash_or_oom', retryable: true, error: /exited abnormally \(code -9\)/ },
    ],
    [QUOTA_ON('glm'), {}, ['glm', 'luna'], { success: true }],
    [CRASH_ON('own'), { model: 'own' }, ['own', 'glm'], { success: true }],
    [
      'exit 23',
      {},
      ['glm'],
      { failure_kind: 'nonzero_exit', retryable: false, error: /exited abnormally \(code 23\)/ },
    ],
    [
      'kill -9 $$',
      {},
      ['glm', 'luna', 'seek'],
      { failure_kind: 'crash_or_oom', attempts: [{}, {}, { model: 'seek', provider: 'deep', ok: false }] },
    ],
  ];
  for (const [script, body, models, envelope] of rows) {
    const context = openJobContext(t, { script });
    const job = await finished(context, { prompt: 'Rename it', ...body });
    t.strictSame(
      job.attempts.map(({ model }) => model),
      models,
      script,
    );
    t.match(job.envelope, envelope, script);
    if (models.length > 1)
      t.strictSame(
        job.envelope?.attempts,
        job.attempts.map(({ model, provider, ok, failure_kind }) => ({ model, provider, ok, failure_kind })),
      );
  }
});

t.test('I17 the breaker is told about the pair that was attempted, once an attempt', async (t) => {
  const context = openJobContext(t, { script: QUOTA_ON('glm') });
  await finished(context, { prompt: 'Rename it' });
  const { document } = context.policy.read().inUse;
  t.ok(context.blocklist.wouldBlock(document, 'glm', 'zai'), 'out of quota: open at once');
  t.notOk(context.blocklist.wouldBlock(document, 'luna', 'codex'));
  t.notOk(context.blocklist.wouldBlock(document, 'glm', 'another-rail'));
  await context.blocklist.flush();
  const state = JSON.parse(readFileSync(join(context.paths.stateDir, 'breaker-state.json'), 'utf8'));
  t.strictSame(Object.keys(state.entries), ['glm@zai']);
  const again = await finished(context, { prompt: 'Rename that' });
  t.strictSame(
    again.attempts.map(({ model }) => model),
    ['luna'],
    'the next job is routed around it',
  );
});

t.test('S23 the time of a job is for all of its attempts', async (t) => {
  const context = openJobContext(t, { script: 'exec sleep 30', watchdog: { kill_grace_seconds: 0.2 } });
  const job = await finished(context, { prompt: 'Rename it', timeout: 1 });
  t.strictSame(
    job.attempts.map(({ failure_kind: kind }) => kind),
    ['hard_timeout'],
    'less than 5 s were left for another',
  );
  t.match(job.envelope, { failure_kind: 'hard_timeout', retryable: true, error: /Hard timeout after 1s/ });
});

t.test('an explicit profile has one target, and the breaker still hears of it', async (t) => {
  const context = openJobContext(t, { script: QUOTA_ON('luna') });
  const job = await finished(context, { prompt: 'x', profile: 'reviewer', model: 'luna' });
  t.match(job, {
    attempts: [{ model: 'luna', provider: 'codex' }],
    envelope: {
      failure_kind: 'quota_exhausted',
      retryable: true,
      error: /quota exhausted/,
      partial_output: /HTTP 429/,
    },
  });
  t.ok(context.blocklist.wouldBlock(context.policy.read().inUse.document, 'luna', 'codex'));
  const [outcome] = await context.history.outcomes.last(1);
  t.match(outcome?.record, { task_id: job.id, outcome: 'rate_limited' });
});

t.test('a tail hop that cools down meanwhile is passed over', async (t) => {
  const context = openJobContext(t, { script: CRASH_ON('glm'), policy: JOB_POLICY });
  const { document } = context.policy.read().inUse;
  await context.blocklist.recordFailure(document, 'luna', 'codex', 'quota_exhausted');
  const job = await finished(context, { prompt: 'Rename it' });
  t.strictSame(
    job.attempts.map(({ model }) => model),
    ['glm', 'seek'],
  );
});
