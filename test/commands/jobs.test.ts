import type { Command } from 'commander';
import { test } from 'tap';
import { registerJobs } from '../../src/commands/jobs.ts';
import type { CommandIo } from '../../src/commands/output.ts';
import { registerRun } from '../../src/commands/run.ts';
import { runningDaemon, told } from '../client/running-daemon.ts';
import { runHere } from './command-here.ts';

const register = (program: Command, io: CommandIo): void => {
  registerRun(program, io);
  registerJobs(program, io);
};

/** Runs one command here, against a daemon process. */
const inHome = ({ env }: { readonly env: NodeJS.ProcessEnv }) => {
  return (...argv: string[]) => runHere(register, env, argv);
};

test('jobs: list, show, tail, cancel', async (t) => {
  const jobs = inHome(await runningDaemon(t));
  t.match(await jobs('jobs'), { code: 0, out: 'no jobs\n' });
  const { out } = await jobs(
    'run',
    '--no-wait',
    '--json',
    '--profile',
    'coder',
    told({ text: 'a \u001b[2Jb\n' }, { hang: true }),
  );
  const { id } = JSON.parse(out);
  t.match(await jobs('jobs', 'list', '--state', 'running'), { code: 0, out: new RegExp(`^${id}  running .* Tidy up`) });
  const follower = jobs('jobs', 'tail', '-f', id);
  t.match(await jobs('jobs', 'cancel', id), { code: 0, out: new RegExp(`^${id}  (stopping|cancelled)`) });
  t.match(await follower, { code: 0 }, 'following ends with the job');
  const show = await jobs('jobs', 'show', id, '--json');
  t.match(JSON.parse(show.out), { id, state: 'cancelled', envelope: { failure_kind: 'cancelled' } });
  t.notMatch((await jobs('jobs', 'tail', id)).out, '\u001b', 'nothing steers the terminal');
  t.match(await jobs('jobs', 'show', 'dp_000000000000'), { code: 1, err: /there is no job/ });
  t.match(await jobs('jobs', 'list', '--limit', '0'), { code: 2, err: /--limit/ });
  t.match(await jobs('jobs', 'show'), { code: 2 });
});
