import { chmodSync, existsSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import t from 'tap';
import { startAttempt } from '../../../src/jobs/process/attempt.ts';
import { withMarker } from '../../processes.ts';
import { FAKE, fakeSpec, runFake } from './fake-attempt.ts';

t.test('J-08 what is wrong with the start is named', async (t) => {
  const dir = t.testdir({ file: '', plain: 'echo', folder: {} });
  writeFileSync(`${dir}/interpreter`, '#!/nope/sh\n');
  chmodSync(`${dir}/interpreter`, 0o755);
  symlinkSync('/nope', `${dir}/dangling`);
  const binary = (path: string) => ({ binary: { ...FAKE.current, path } });
  const rows = [
    ['cwd missing', { cwd: '/nope' }, 'cwd_invalid', 'cwd_missing'],
    ['cwd a file', { cwd: `${dir}/file` }, 'cwd_invalid', 'cwd_not_dir'],
    ['cwd below a file', { cwd: `${dir}/file/x` }, 'cwd_invalid', 'cwd_not_dir'],
    ['no binary', binary(`${dir}/nope`), 'binary_not_found', 'hermes_not_found'],
    ['not in PATH', { ...binary('hermes'), env: { PATH: '/nope' } }, 'binary_not_found', 'hermes_not_found'],
    ['dangling', binary(`${dir}/dangling`), 'binary_not_found', 'hermes_not_found'],
    ['not executable', binary(`${dir}/plain`), 'spawn_error', 'hermes_not_executable'],
    ['a directory', binary(`${dir}/folder`), 'spawn_error', 'hermes_not_executable'],
    ['bad interpreter', binary(`${dir}/interpreter`), 'spawn_error', 'hermes_not_executable'],
    ['NUL', { prompt: 'a\0b' }, 'spawn_error', 'prompt_has_nul'],
    ['environment too long', { env: { PATH: '/bin', BIG: 'x'.repeat(200_000) } }, 'spawn_error', 'arguments_too_long'],
    ['J-05 150 kB, old', { binary: FAKE.old, prompt: 'x'.repeat(150_000) }, 'prompt_too_large', 'prompt_too_large'],
    [
      'J-05 bytes, not characters',
      { binary: FAKE.old, prompt: 'é'.repeat(65_536) },
      'prompt_too_large',
      'prompt_too_large',
    ],
    [
      'J-05 3 MiB, old',
      { binary: FAKE.old, prompt: 'x'.repeat(3 * 1024 * 1024) },
      'prompt_too_large',
      'prompt_too_large',
    ],
  ] as const;
  for (const [name, options, kind, reason] of rows) {
    const spec = await fakeSpec(t, options);
    const started = await startAttempt(spec);
    t.match(started, { kind: 'spawn_failed', failure: { kind, reason, retryable: false } }, name);
    t.notMatch(JSON.stringify(started), 'xxxx', 'no prompt in the message');
    t.same(withMarker(spec.jobId), []);
    t.same(readdirSync(spec.folder).sort(), ['stderr', 'stdout', 'text'], 'no file is left');
  }
});

t.test('J-05 a long prompt goes by file, which is private and removed', async (t) => {
  for (const prompt of ['é'.repeat(65_536), 'x'.repeat(150_000), 'y'.repeat(3 * 1024 * 1024)]) {
    let mode = 0;
    const { end, shown, spec } = await runFake(
      t,
      { prompt, steps: [{ show: 'argv' }, { answer: 'ok' }] },
      async (_, { folder }) => {
        mode = statSync(`${folder}/prompt-1.txt`).mode & 0o777;
      },
    );
    t.equal(end.text, 'ok');
    t.equal(mode, 0o600);
    t.same(shown(), ['-p', 'coder', 'chat', '--query-file', `${spec.folder}/prompt-1.txt`, '--format', 'stream-json']);
    t.equal(existsSync(`${spec.folder}/prompt-1.txt`), false);
  }
});

t.test('J-05 J-06 the child gets exactly the prompt', async (t) => {
  for (const prompt of [
    '-x',
    '--',
    '-Q',
    '--help me',
    '- item',
    ' ',
    'a "b" $c\n\n`d` é你',
    'z'.repeat(100_000),
    'w'.repeat(131_072),
  ]) {
    const { file } = await runFake(t, { prompt, steps: [{ show: 'prompt' }, { answer: 'ok' }] });
    t.equal(JSON.parse(file('stderr').toString()), prompt, prompt.slice(0, 20));
  }
});

t.test('J-31 S24 the child sees the allow-list, a public umask, its folder', async (t) => {
  const { shown: env, spec } = await runFake(t, { steps: [{ show: 'env' }, { answer: 'ok' }] });
  const { PWD, OLDPWD, SHLVL, _, HERMES_FAKE, NODE_OPTIONS, ...seen } = env() as Record<string, string>;
  const { HERMES_FAKE: __, ...given } = spec.env;
  for (const name of Object.keys(seen).filter((name) => name.includes('TAP'))) delete seen[name];
  t.same(seen, { ...given, HERMES_QUIET_TURN_REPORT_FILE: `${spec.folder}/report-1.json` });
  const before = process.umask(0o077);
  t.teardown(() => process.umask(before));
  const { shown: umask } = await runFake(t, { steps: [{ show: 'umask' }, { answer: 'ok' }] });
  t.equal(umask(), 0o022);
  t.equal(process.umask(), 0o077, 'and the daemon keeps its own');
});

t.test('starts that come together all get their turn', async (t) => {
  const specs = await Promise.all([1, 2, 3].map(() => fakeSpec(t, { steps: [{ answer: 'ok' }] })));
  specs.push(await fakeSpec(t, { binary: { ...FAKE.current, path: '/nope' } }));
  const started = await Promise.all(specs.map(startAttempt));
  t.same(
    started.map(({ kind }) => kind),
    ['running', 'running', 'running', 'spawn_failed'],
  );
  for (const one of started) if (one.kind === 'running') t.equal((await one.running.finished).text, 'ok');
});
