import t from 'tap';
import { judge } from '../../../src/jobs/process/verdict.ts';
import { until } from '../../until.ts';
import { FAKE, type FakeOptions, LATENESS_SECONDS, runFake } from './fake-attempt.ts';

t.test('every failure kind from a real process', { jobs: 1 }, async (t) => {
  const rows: readonly (readonly [string, FakeOptions, string | null, boolean])[] = [
    ['exit 0', { steps: [{ answer: 'done' }] }, null, false],
    ['402 as an answer', { binary: FAKE.old, prompt: 'How many is 401 + 1?', steps: [{ answer: '402' }] }, null, false],
    ['402 in the echo', { binary: FAKE.old, prompt: 'Explain HTTP 402', steps: [{ answer: 'Sure.' }] }, null, false],
    ['exit 7', { steps: [{ text: 'no' }, { exit: 7 }] }, 'nonzero_exit', false],
    [
      'exit 0 with a banner',
      { binary: FAKE.old, steps: [{ answer: 'API call failed after 3 retries: HTTP 503' }] },
      'agent_error',
      true,
    ],
    [
      'exit 0 with a quota',
      { binary: FAKE.old, steps: [{ answer: 'API call failed after 3 retries: HTTP 429' }] },
      'quota_exhausted',
      true,
    ],
    [
      'exit 1 with a banner',
      { steps: [{ result: { exit_code: 1, error: 'API call failed after 3 retries: HTTP 503' } }, { exit: 1 }] },
      'agent_error',
      true,
    ],
    ['D16 exit 0 with nothing', { binary: FAKE.old, steps: [{ raw: '\n \n' }] }, 'agent_error', true],
    ['D16 no answer in the result', { steps: [{ result: { exit_code: 0, text: '' } }] }, 'agent_error', true],
    ['SIGKILL', { steps: [{ text: 'x' }, { die: 'SIGKILL' }] }, 'crash_or_oom', true],
    ['SIGSEGV', { steps: [{ text: 'x' }, { die: 'SIGSEGV' }] }, 'crash', true],
    [
      'silence',
      { binary: FAKE.old, steps: [{ hang: true }], limits: { ttfbSeconds: 60, idleSeconds: 1 } },
      'idle_stall',
      true,
    ],
    ['ticks for ever', { steps: [{ tick: 'tick\n', every: 200 }], limits: { hardSeconds: 3 } }, 'hard_timeout', true],
    [
      'report file',
      { binary: FAKE.old, steps: [{ raw: 'noise' }, { report: { exit_code: 0, error: null, reply: 'the reply' } }] },
      null,
      false,
    ],
    [
      'failed report',
      { binary: FAKE.old, steps: [{ report: { exit_code: 1, error: 'HTTP 401 Unauthorized', reply: '' } }] },
      'agent_error',
      true,
    ],
  ];
  for (const [name, options, failureKind, retryable] of rows)
    await t.test(name, async (t) => {
      const { end } = await runFake(t, options);
      t.match(judge(end), { failureKind, retryable });
      t.equal(end.reaped, 0);
    });
});

t.test('spec 23.4: no first output', async (t) => {
  // Before `hermes` itself can say anything: node takes longer to start than this limit.
  const { end } = await runFake(t, {
    steps: [{ hang: true }],
    limits: { ttfbSeconds: 0.01, idleSeconds: 40, hardSeconds: 60 },
  });
  t.equal(end.reason, 'ttfb_timeout');
  t.equal(judge(end).failureKind, 'ttfb_stall');
  t.ok(end.elapsedSeconds < LATENESS_SECONDS);
});

t.test('spec 23.4: what was printed before the silence is kept', async (t) => {
  const { end, file } = await runFake(t, {
    steps: [{ text: 'hello' }, { err: 'Approve? [y/N]' }, { hang: true }],
    limits: { idleSeconds: 1 },
  });
  t.equal(end.reason, 'idle_timeout');
  t.equal(end.text, 'hello');
  t.equal(end.stderr.tail, 'Approve? [y/N]', 'J-04');
  t.match(file('stdout').toString(), 'hello');
});

t.test('a tool may be silent for longer than the idle limit', async (t) => {
  const { end } = await runFake(t, {
    steps: [{ tool: 'terminal', ms: 4000 }, { answer: 'ok' }],
    limits: { idleSeconds: 2 },
  });
  t.match(judge(end), { failureKind: null });
  t.equal(end.toolsRan, true);
});

t.test('lingering after the answer is a success', async (t) => {
  for (const binary of [FAKE.current, FAKE.old]) {
    const { end } = await runFake(t, { binary, steps: [{ answer: 'the answer' }, { hang: true }] });
    t.match(end, { reason: 'exited', lingered: true, text: 'the answer' });
    t.ok(end.elapsedSeconds >= 5 && end.elapsedSeconds < 5 + 2 * LATENESS_SECONDS, String(end.elapsedSeconds));
    t.match(judge(end), { failureKind: null });
  }
});

t.test('J-13 a child that ignores TERM gets KILL after the grace', async (t) => {
  const { end } = await runFake(
    t,
    { steps: [{ ignore: 'SIGTERM' }, { text: 'x' }, { hang: true }], limits: { graceSeconds: 1 } },
    async (running, spec) => {
      await until('it has printed', () => spec.sinks.text.counts().bytes > 0);
      running.stop('cancelled');
      running.stop('daemon_stop');
    },
  );
  t.match(end, { reason: 'stopped', stopReason: 'cancelled', exitCode: null, signal: 'SIGKILL' });
  t.match(judge(end), { failureKind: 'cancelled', retryable: false });
});

t.test('J-24 a kill from outside is seen as what it is', async (t) => {
  const { end } = await runFake(t, { steps: [{ text: 'x' }, { hang: true }] }, async (running, spec) => {
    await until('it has printed', () => spec.sinks.text.counts().bytes > 0);
    process.kill(running.pid, 'SIGKILL');
  });
  t.match(end, { reason: 'exited', exitCode: null, signal: 'SIGKILL' });
});

t.test('J-20 a limit that passes while the loop is blocked: the real time is reported', async (t) => {
  const { end } = await runFake(
    t,
    { steps: [{ hang: true }], limits: { hardSeconds: 2, graceSeconds: 3 } },
    async () => {
      const from = performance.now();
      while (performance.now() - from < 2500);
    },
  );
  t.equal(end.reason, 'hard_timeout');
  t.ok(end.elapsedSeconds >= 2.5);
});

t.test('stopping after the end changes nothing', async (t) => {
  const { end } = await runFake(t, { steps: [{ answer: 'x' }] }, async (running) => {
    await running.finished;
    running.stop('cancelled');
  });
  t.equal(end.reason, 'exited');
});
