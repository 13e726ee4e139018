import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Test } from 'tap';
import { resolveHermesPaths } from '../../src/hermes/paths.ts';
import { bareNode } from '../bare-node.ts';
import { MAIN } from '../main-file.ts';

/** A home for commands, with nothing of the person who runs the tests. */
export interface CommandHome {
  readonly env: NodeJS.ProcessEnv;
  /** Where the decision log goes. */
  readonly routes: string;
  readonly stateDir: string;
  /** Runs a command to its end. */
  run(...argv: string[]): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>;
  /** Starts a command that goes on; it is killed when the test ends. */
  start(...argv: string[]): RunningCommand;
}

/** A command that is running. */
export interface RunningCommand {
  readonly child: ChildProcess;
  /** The next line of its standard output. Rejects when it ends without one. */
  nextLine(): Promise<string>;
  readonly ended: Promise<number | null>;
}

/** Makes a home with a state folder and nothing in it. */
export function commandHome(t: Test): CommandHome {
  // The runner's own folder for a test may go before the test's teardowns, and so before what a command writes last.
  const home = mkdtempSync(join(tmpdir(), 'router-command-'));
  t.teardown(() => rmSync(home, { recursive: true, force: true }));
  const env = { PATH: process.env.PATH, HOME: home, HERMES_HOME: join(home, '.hermes') };
  const { stateDir, policyFile } = resolveHermesPaths(env);
  mkdirSync(stateDir, { recursive: true });
  mkdirSync(dirname(policyFile), { recursive: true });
  const begin = (argv: readonly string[]) => {
    const [file, args] = bareNode(env, MAIN, ...argv);
    const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    // Gone, before the folder goes that it may be writing into.
    const exited = new Promise((resolve) => child.once('exit', resolve));
    t.teardown(() => child.kill('SIGKILL') && exited);
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    return { child, ended };
  };
  return {
    env,
    stateDir,
    routes: join(stateDir, 'routes.jsonl'),
    run: async (...argv) => {
      const { child, ended } = begin(argv);
      const output = { out: '', err: '' };
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        output.out += text;
      });
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        output.err += text;
      });
      return { code: await ended, ...output };
    },
    start: (...argv) => {
      const { child, ended } = begin(argv);
      child.stderr.resume();
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      const nextLine = async () => {
        const { value, done } = await lines.next();
        if (done === true) throw new Error('the command ended');
        return String(value);
      };
      return { child, nextLine, ended };
    },
  };
}
