import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { bareNode } from '../bare-node.ts';
import { MAIN } from '../main-file.ts';
import { commandHome } from './command-process.ts';

const EXAMPLE = fileURLToPath(new URL('../../router.example.yaml', import.meta.url));

/** Runs a command by way of a shell that redirects it. */
async function redirected(env: NodeJS.ProcessEnv, redirection: string, argv: readonly string[]) {
  const [file, args] = bareNode(env, MAIN, ...argv);
  const child = spawn('/bin/sh', ['-c', `"$@" ${redirection}`, 'sh', file, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  child.stdout.resume();
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, said };
}

const COMMANDS: readonly (readonly string[])[] = [
  ['lint'],
  ['explain', '--json', 'Debug race condition in pool'],
  ['log', '--help'],
];

t.test(
  'output that cannot be written is one line and exit code 1',
  { skip: !existsSync('/dev/full') && 'no /dev/full here' },
  async (t) => {
    const { env } = commandHome(t);
    for (const argv of COMMANDS)
      t.strictSame(
        await redirected(env, '>/dev/full', ['--config', EXAMPLE, ...argv]),
        { code: 1, said: 'hermes-router: standard output cannot be written (ENOSPC)\n' },
        argv.join(' '),
      );
    t.match(await redirected(env, '>/dev/full 2>/dev/full', ['--config', EXAMPLE, 'lint']), { code: 1 });
    t.match(await redirected(env, '2>/dev/full', ['lint', '--config', '/nope']), { code: 1 }, 'nor the complaint');
  },
);

t.test('a pipe that nobody reads is no failure', async (t) => {
  const { env } = commandHome(t);
  for (const argv of COMMANDS)
    t.strictSame(
      // The reader is gone before the command starts; the status is the command's.
      await redirected(env, '| { exec <&-; }; exit 0', ['--config', EXAMPLE, ...argv]),
      { code: 0, said: '' },
      argv.join(' '),
    );
});
