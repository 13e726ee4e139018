import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { isJobRefusal } from '../../src/jobs/refusal.ts';
import { readJobDecision } from '../../src/service/jobs.ts';
import { finished, JOB_POLICY, jobWhen, openJobContext, steps, submitted } from './job-runs.ts';

/** What a submission is refused with. */
async function refusal(work: Promise<unknown>): Promise<object> {
  try {
    return { accepted: await work };
  } catch (error) {
    if (isJobRefusal(error)) return { code: error.refusalCode, ...error.envelope };
    throw error;
  }
}

t.test('a job with a fixed profile: its answer, its envelope, its files', async (t) => {
  const context = openJobContext(t);
  const prompt = steps({ show: 'prompt' }, { answer: 'all done' });
  const job = await finished(context, { prompt, context: 'ancient history', profile: 'coder', model: 'luna' });
  t.match(job, {
    state: 'succeeded',
    profile: 'coder',
    model: 'luna',
    provider: 'codex',
    timeout_s: 600,
    decision_id: null,
    failure_kind: null,
    attempts: [{ n: 1, model: 'luna', provider: 'codex', ok: true, exit_code: 0 }],
    envelope: {
      success: true,
      failure_kind: null,
      retryable: false,
      subagent_id: job.id,
      profile: 'coder',
      model: 'luna',
      provider: 'codex',
      result: 'all done',
      session_id: '20260627_184951_ba55a7',
      resume_hint: 'hermes -p coder --resume 20260627_184951_ba55a7',
      reaped: 0,
    },
  });
  t.match(job.id, /^dp_[0-9a-f]{12}$/);
  t.notOk('attempts' in (job.envelope ?? {}), 'attempts only where there was more than one');
  const shown = await context.jobs.output(job.id, 'stderr', 0);
  t.equal(
    JSON.parse(shown?.text ?? ''),
    `Context: ancient history\n\nTask: ${prompt}`,
    'the child got the exact prompt',
  );
  t.match(await context.jobs.output(job.id, 'text', 0), { text: /all done/, eof: true });
  const folder = join(context.paths.stateDir, 'jobs', job.id);
  t.strictSame(JSON.parse(readFileSync(join(folder, 'envelope.json'), 'utf8')), job.envelope);
  t.match(await readJobDecision(context, job.id), { decision: null, reason: /fixed the profile/ });
  t.notMatch(readFileSync(join(context.paths.stateDir, 'jobs.jsonl'), 'utf8'), /ancient/, 'no prompt in the journal');
});

t.test('a routed job runs on its decision, and its outcome is joined to it', async (t) => {
  const context = openJobContext(t);
  const job = await finished(context, { prompt: `Rename it. ${steps({ answer: 'ok' })}` });
  t.match(job, { state: 'succeeded', profile: 'coder', model: 'glm', provider: 'zai' });
  t.match(await readJobDecision(context, job.id), {
    decision: { id: job.decision_id, source: 'delegate', task_id: job.id, rule_id: 'plain' },
  });
  const [outcome] = await context.history.outcomes.last(1);
  t.match(outcome?.record, { task_id: job.id, run_id: null, outcome: 'completed', source: 'delegate' });
});

t.test('what starts no job', async (t) => {
  const context = openJobContext(t);
  const rows: [object, object][] = [
    [{}, { code: 'bad_args', error: 'prompt is required', failure_kind: 'bad_args', success: false }],
    [
      { prompt: 'x', profile: 'reviwer' },
      { code: 'unknown_profile', available_profiles: ['coder', 'default', 'reviewer'] },
    ],
    [{ prompt: 'x', profile: '../x' }, { code: 'bad_args' }],
    [
      { prompt: 'x', profile: 'coder', cwd: '/nonexistent' },
      { code: 'cwd_invalid', reason: 'cwd_missing' },
    ],
    [
      { prompt: 'x', profile: 'coder', cwd: '/etc/passwd' },
      { code: 'cwd_invalid', reason: 'cwd_not_dir' },
    ],
    [
      { prompt: 'x', profile: 'coder', cwd: 'here' },
      { code: 'cwd_invalid', reason: 'cwd_not_absolute' },
    ],
    [
      { prompt: 'x', model: 'banned' },
      {
        code: 'routing_denied',
        retryable: false,
        cause: 'blocklist_veto',
        blocked_model: 'banned',
        error: /blocked/,
        hint: /skips this refusal/,
      },
    ],
    [
      { prompt: 'Debug the race condition' },
      { code: 'routing_denied', error: 'blocked by the house', hint: /hermes-router blocklist/ },
    ],
    [{ prompt: 'x'.repeat(1_048_577) }, { code: 'prompt_too_large', retryable: false }],
  ];
  for (const [body, expected] of rows) t.match(await refusal(context.jobs.submit(body)), expected);
  t.strictSame(await context.jobs.list({ state: null, limit: 10, cursor: '' }), { jobs: [], matched: 0 });
  const disabled = openJobContext(t, { policy: { enabled: false } });
  t.match(await refusal(disabled.jobs.submit({ prompt: 'x' })), {
    code: 'routing_disabled',
    failure_kind: 'bad_args',
    retryable: false,
    error: /disabled/,
  });
});

t.test('J-26 auto is no profile', async (t) => {
  const rules = [{ id: 'r', when: { verb_class: { eq: 'trivial' } }, then: { model: 'm', provider: 'p' } }];
  const context = openJobContext(t, { policy: { ...JOB_POLICY, rules } });
  const answer = await refusal(context.jobs.submit({ prompt: 'Rename it', profile: 'auto' }));
  t.match(answer, { code: 'routing_unresolved', success: false, retryable: false });
  t.notMatch(JSON.stringify(answer), /create/);
});

t.test("a task for the caller's own profile is given back", async (t) => {
  const { jobs } = openJobContext(t);
  const rows: [object, object][] = [
    [
      { prompt: 'g', context: 'c', profile: 'coder', model: 'm', active_profile: 'coder' },
      { goal: 'g', context: 'c', model: 'm' },
    ],
    [{ prompt: 'task', profile: 'coder', active_profile: 'coder' }, { goal: 'task' }],
    [
      { prompt: 'Rename it', active_profile: 'coder' },
      { goal: 'Rename it', model: 'glm' },
    ],
  ];
  for (const [body, expected] of rows)
    t.strictSame(await jobs.submit(body), {
      kind: 'inline',
      answer: { inline: true, tool: 'delegate_task', arguments: expected },
    });
  t.match(await refusal(jobs.submit({ prompt: 'x', profile: 'ghost', active_profile: 'ghost' })), {
    code: 'unknown_profile',
  });
  t.match(await jobs.submit({ prompt: steps(), profile: 'coder', active_profile: 'coder', inline: 'never' }), {
    kind: 'accepted',
  });
});

t.test('the same key: the same job, or a conflict', async (t) => {
  const { jobs } = openJobContext(t);
  const body = { prompt: steps(), profile: 'coder', idempotency_key: 'k' };
  const [first, second] = await Promise.all([jobs.submit(body), jobs.submit(body)]);
  t.match([first, second], [{ kind: 'accepted' }, { kind: 'repeated' }]);
  t.equal(first.kind === 'accepted' && first.job.id, second.kind === 'repeated' && second.job.id);
  t.match(await refusal(jobs.submit({ ...body, prompt: 'other' })), { code: 'idempotency_conflict' });
});

t.test('a job that is cancelled after its complete answer has succeeded', async (t) => {
  const context = openJobContext(t);
  const id = await submitted(context, { prompt: steps({ answer: 'all done' }, { hang: true }), profile: 'coder' });
  while (!(await context.jobs.output(id, 'stdout', 0))?.text.includes('"result"'));
  await context.jobs.cancel(id);
  t.match(await jobWhen(context, id, ({ state }) => state !== 'running' && state !== 'stopping'), {
    state: 'succeeded',
    envelope: { success: true, result: 'all done' },
  });
});

t.test('a job that is cancelled ends as cancelled, wherever it was', async (t) => {
  const context = openJobContext(t, { watchdog: { max_concurrent: 1, kill_grace_seconds: 0.5 } });
  const running = await submitted(context, {
    prompt: steps({ ignore: 'SIGTERM' }, { text: 'hi' }, { hang: true }),
    profile: 'coder',
  });
  const queued = await submitted(context, { prompt: steps(), profile: 'coder' });
  t.match(await context.jobs.cancel(queued), { id: queued });
  t.match(await jobWhen(context, queued, ({ state }) => state === 'cancelled'), {
    attempts: [],
    envelope: { failure_kind: 'cancelled', retryable: false },
  });
  await jobWhen(context, running, ({ attempts }) => attempts[0]?.pid !== null && attempts.length > 0);
  await t.resolves(untilOutput(context, running));
  t.match(await context.jobs.cancel(running), { state: 'stopping' });
  const end = await jobWhen(context, running, ({ state }) => state === 'cancelled');
  t.match(end, {
    attempts: [{ signal: 'SIGKILL', failure_kind: 'cancelled' }],
    envelope: { failure_kind: 'cancelled', partial_output: 'hi' },
  });
  t.strictSame(context.jobs.counts(), { running: 0, queued: 0, slots: 1 });
  t.match(await context.jobs.cancel(running), { state: 'cancelled', rev: end.rev });
  t.equal(await context.jobs.cancel('dp_000000000000'), null);
});

/** Waits until the child has said `hi`: the steps before it are in force then. What it prints at its start is not enough. */
async function untilOutput({ jobs }: ReturnType<typeof openJobContext>, id: string): Promise<void> {
  const { setTimeout: pause } = await import('node:timers/promises');
  while (!(await jobs.output(id, 'text', 0))?.text.includes('hi')) await pause(20);
}

t.test('J-16 spawn failures give their slots back, and are called by their names', async (t) => {
  const missing = openJobContext(t, {
    watchdog: { max_concurrent: 2 },
    env: { HERMES_ROUTER_HERMES_BIN: '/nonexistent/hermes' },
  });
  const ends = await Promise.all(Array.from({ length: 5 }, () => finished(missing, { prompt: 'x', profile: 'coder' })));
  for (const end of ends)
    t.match(end, {
      state: 'failed',
      envelope: { failure_kind: 'binary_not_found', retryable: false, subagent_id: end.id, profile: 'coder' },
    });
  t.strictSame(missing.jobs.counts(), { running: 0, queued: 0, slots: 2 });
  t.notOk(existsSync(join(missing.paths.stateDir, 'breaker-state.json')), 'no provider is to blame');
});

t.test('S28 nothing is started that could not be journalled', async (t) => {
  const context = openJobContext(t);
  mkdirSync(join(context.paths.stateDir, 'jobs.jsonl'));
  const started = join(context.root, 'started');
  const job = await finished(context, { prompt: steps({ flag: started }, { answer: 'ok' }), profile: 'coder' });
  t.match(job, {
    state: 'failed',
    envelope: { failure_kind: 'spawn_error', reason: 'journal_unwritable', retryable: true },
  });
  t.notOk(existsSync(started), 'the child never ran');
  t.strictSame(context.jobs.counts(), { running: 0, queued: 0, slots: 4 });
});
