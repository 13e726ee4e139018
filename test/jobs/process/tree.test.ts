import { spawn } from 'node:child_process';
import { once } from 'node:events';
import t from 'tap';
import { killTree } from '../../../src/jobs/process/kill-tree.ts';
import { judge } from '../../../src/jobs/process/verdict.ts';
import { processMark } from '../../../src/lib/process-mark.ts';
import { readProcess } from '../../../src/lib/process-row.ts';
import { lives, startZombie, withMarker } from '../../processes.ts';
import { until } from '../../until.ts';
import { type FakeRun, fakeSpec, LATENESS_SECONDS, runFake } from './fake-attempt.ts';

const grandchildOf = (run: FakeRun) => Number(/grandchild (\d+)/.exec(run.end.stderr.tail)?.[1]);

t.test('J-10 J-11 what a finished child leaves behind is stopped', async (t) => {
  const kinds = [
    ['group', 'sleep'],
    ['session', 'sleep'],
    ['pipe', 'sleep'],
    ['orphan', 'sleep'],
    ['stubborn', 'sh'],
  ] as const;
  for (const [kind, name] of kinds)
    await t.test(kind, async (t) => {
      const run = await runFake(t, { steps: [{ grandchild: kind }, { answer: 'done' }] });
      t.match(judge(run.end), { failureKind: null });
      t.equal(run.end.text, 'done');
      t.ok(run.end.reaped >= 1, `reaped ${run.end.reaped}`);
      t.ok(run.end.reapedNames.includes(name), run.end.reapedNames.join());
      t.equal(lives(grandchildOf(run)), false);
      t.equal(run.end.unknown, 0);
    });
});

t.test('J-11 a stopped attempt takes its tree along, also what has neither marker nor session', async (t) => {
  for (const kind of ['group', 'session', 'orphan', 'clean', 'stubborn'])
    await t.test(kind, async (t) => {
      const run = await runFake(
        t,
        { steps: [{ grandchild: kind }, { text: 'x' }, { hang: true }] },
        async (running, spec) => {
          await until('it has printed', () => spec.sinks.text.counts().bytes > 0);
          running.stop('cancelled');
        },
      );
      t.equal(run.end.reason, 'stopped');
      t.ok(run.end.reaped >= 1);
      t.equal(lives(grandchildOf(run)), false);
    });
});

t.test('a descendant that cuts every tie was seen while its parent lived', async (t) => {
  // Its environment is empty and its session its own; only the look every half second can know it.
  const run = await runFake(t, { steps: [{ grandchild: 'clean' }, { wait: 2000 }, { answer: 'done' }] });
  t.equal(run.end.reaped, 1);
  t.equal(lives(grandchildOf(run)), false);
});

t.test('keep_background spares what the job started, and nothing of a stopped job', async (t) => {
  const kept = await runFake(t, { keepBackground: true, steps: [{ grandchild: 'pipe' }, { answer: 'done' }] });
  const pid = grandchildOf(kept);
  t.teardown(() => process.kill(pid, 'SIGKILL'));
  t.equal(lives(pid), true);
  t.equal(kept.end.reaped, 0);
  t.ok(kept.end.elapsedSeconds < 2 * LATENESS_SECONDS, 'although it holds the pipe');
  const stopped = await runFake(
    t,
    { keepBackground: true, steps: [{ grandchild: 'session' }, { text: 'x' }, { hang: true }] },
    async (running, spec) => {
      await until('it has printed', () => spec.sinks.text.counts().bytes > 0);
      running.stop('cancelled');
    },
  );
  t.equal(lives(grandchildOf(stopped)), false);
});

t.test('J-19 the tree of a job that another daemon started is found and ended', async (t) => {
  const spec = await fakeSpec(t, { steps: [] });
  const env = {
    ...spec.env,
    HERMES_FAKE: '[{"grandchild":"orphan"},{"grandchild":"stubborn"},{"raw":"ready"},{"hang":true}]',
  };
  const child = spawn(spec.binary.path, ['-p', 'x', 'chat', '-q', 'x'], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  let said = '';
  child.stdout.on('data', (piece: Buffer) => {
    said += piece.toString();
  });
  await until('it is ready', () => said.includes('ready'));
  const mark = processMark(child.pid ?? 0);
  t.ok(withMarker(spec.jobId).length >= 3);
  const other = await killTree('dp_ffffffffffff', null, 1);
  t.equal(other.reaped, 0, 'another marker finds nothing');
  const stale = await killTree('dp_ffffffffffff', mark && { ...mark, startTicks: '1' }, 1);
  t.equal(stale.reaped, 0, 'the pid of another process is left alone');
  const reaping = await killTree(spec.jobId, mark, 1);
  t.ok(reaping.reaped >= 3, JSON.stringify(reaping));
  t.same(withMarker(spec.jobId), []);
  await exited;
  t.equal((await killTree(spec.jobId, mark, 1)).reaped, 0, 'once is enough');
});

t.test('J-19 a leader that is dead and not yet noticed still names its session', async (t) => {
  const pid = await startZombie(t, "setsid sh -c 'sleep 300 </dev/null >/dev/null & cat <&3 >/dev/null'");
  const mark = {
    pid,
    startTicks: String(readProcess(pid)?.startTicks),
    bootId: processMark(process.pid)?.bootId ?? null,
  };
  t.equal((await killTree('dp_ffffffffffff', { ...mark, startTicks: '1' }, 1)).reaped, 0, 'not its pid alone');
  t.match(await killTree('dp_ffffffffffff', mark, 1), { reaped: 1, reapedNames: ['sleep'] });
});

t.test('J-19 the marker alone finds a job whose pid was never recorded', async (t) => {
  const spec = await fakeSpec(t, { steps: [{ hang: true }] });
  const child = spawn(spec.binary.path, [], { env: spec.env, detached: true, stdio: 'ignore' });
  const exited = once(child, 'exit');
  await until('it runs', () => withMarker(spec.jobId).length > 0);
  t.ok((await killTree(spec.jobId, null, 1)).reaped >= 1);
  await exited;
});
