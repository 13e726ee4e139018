import { chmodSync, symlinkSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { locateHermes } from '../../src/system/hermes-binary.ts';
import { contractOf, probeHermes } from '../../src/system/probe-hermes.ts';
import { runProgram } from '../../src/system/run-program.ts';
import { lives } from '../processes.ts';
import { until } from '../until.ts';

const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));

function script(path: string, text: string): string {
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
  return path;
}

t.test('where hermes is', async (t) => {
  const dir = t.testdir({ a: { hermes: {} }, b: { hermes: 'not executable' }, c: {} });
  const real = script(`${dir}/c/hermes`, 'exit 0');
  const PATH = `${dir}/a:${dir}/b:${dir}/c:/usr/bin`;
  t.equal(locateHermes({ PATH }), real);
  t.equal(locateHermes({ PATH, HERMES_ROUTER_HERMES_BIN: '/opt/h' }), '/opt/h');
  t.equal(locateHermes({ PATH, HERMES_ROUTER_HERMES_BIN: '' }), real);
  t.equal(locateHermes({ PATH: `${dir}/a` }), 'hermes');
  t.equal(locateHermes({}), 'hermes');
});

t.test('what it understands', async (t) => {
  const current = { streamJson: true, queryFile: true, quiet: true };
  t.match(await probeHermes(fixture('hermes'), process.env), { binary: { contract: current }, problem: null });
  t.match(await probeHermes(fixture('hermes-old'), process.env), {
    binary: { contract: { streamJson: false, queryFile: false, quiet: true } },
  });
  t.same(contractOf('usage: hermes chat [-q QUERY] [--query-file PATH] [--format {text,stream-json}] [-Q]'), current);
  t.same(contractOf('--formatter X --query-files'), { streamJson: false, queryFile: false, quiet: false });
});

t.test('it is asked once for each binary', async (t) => {
  const dir = t.testdir();
  const path = script(`${dir}/hermes`, `echo asked >> ${dir}/log; echo --format`);
  const count = async () =>
    (await runProgram('/bin/cat', [`${dir}/log`], { env: {} })).stdout.split('asked').length - 1;
  const [first, second] = await Promise.all([probeHermes(path, process.env), probeHermes(path, process.env)]);
  t.equal(first, second);
  t.equal(await count(), 1);
  script(path, `echo asked >> ${dir}/log; echo --format --query-file`);
  t.match(await probeHermes(path, process.env), { binary: { contract: { queryFile: true } } });
  t.equal(await count(), 2);
});

t.test('a hermes that does not answer is the oldest one', async (t) => {
  const dir = t.testdir();
  symlinkSync('/nope', `${dir}/dangling`);
  const rows: readonly (readonly [string, RegExp])[] = [
    [`${dir}/dangling`, /could not be started \(ENOENT\)/],
    [dir, /could not be started \(EACCES\)/],
    [script(`${dir}/fails`, 'echo --format; exit 2'), /exit code 2/],
  ];
  for (const [path, problem] of rows)
    t.match(await probeHermes(path, process.env), { problem, binary: { contract: { streamJson: false } } });
});

t.test('a helper has a time limit, and its group goes with it', async (t) => {
  const dir = t.testdir();
  const path = script(`${dir}/slow`, 'sleep 300 & echo $!; sleep 300');
  const answer = await runProgram(path, [], { env: process.env, timeoutMs: 3000 });
  t.match(answer, { timedOut: true, exitCode: null, error: null });
  const pid = Number(answer.stdout);
  t.ok(pid > 1);
  await t.resolves(until('the grandchild is gone', () => !lives(pid)));
});

t.test('a helper that has ended is not waited for because something it started holds its pipe', async (t) => {
  const path = script(`${t.testdir()}/held`, 'sleep 300 & echo $!');
  const held = await runProgram(path, [], { env: process.env, timeoutMs: 100_000 });
  const pid = Number(held.stdout);
  t.teardown(() => process.kill(pid, 'SIGKILL'));
  t.match(held, { exitCode: 0, timedOut: false });
  t.ok(lives(pid));
});
