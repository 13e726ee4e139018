import { type ChildProcess, spawn } from 'node:child_process';
import type { Test } from 'tap';
import { bareNode } from '../bare-node.ts';
import { MAIN } from '../main-file.ts';

/** Long enough for a loaded machine to start Node, short enough for a hung test to say so. */
const PATIENCE_MS = 180_000;

/** How a process ended and what it said. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A real daemon in a process of its own. */
export interface DaemonProcess {
  readonly pid: number;
  /** Resolves with the first match of the pattern in what it wrote to stderr; rejects if it ends without one. */
  waitFor(pattern: RegExp): Promise<RegExpExecArray>;
  /** The port it listens on, once it does. */
  port(): Promise<number>;
  kill(signal: NodeJS.Signals): void;
  readonly ended: Promise<Ending>;
}

/** How to start it. */
export interface StartOptions {
  /** The whole environment: nothing is inherited. */
  readonly env: NodeJS.ProcessEnv;
  readonly args?: readonly string[];
  /** Extra flags of Node. */
  readonly nodeArgs?: readonly string[];
  readonly uid?: number;
  /** Runs under this umask instead of the test's. */
  readonly umask?: string;
}

/** Starts `hermes-router` from source; what still runs when the test ends is killed. */
export function startProcess(t: Test, options: StartOptions): DaemonProcess {
  const { env, args = ['--port', '0'], nodeArgs = [], uid, umask } = options;
  const [file, argv] = bareNode(env, ...nodeArgs, MAIN, ...args);
  const shell = umask === undefined ? [] : ['/bin/sh', '-c', `umask ${umask}; exec "$@"`, 'sh'];
  const [first = file, ...rest] = [...shell, file, ...argv];
  const child = spawn(first, rest, { stdio: 'pipe', ...(uid === undefined ? {} : { uid, gid: uid }) });
  // Gone, before the folder goes that it may be writing into.
  const exited = new Promise((resolve) => child.once('exit', resolve));
  t.teardown(() => child.kill('SIGKILL') && exited);
  const output = { stdout: '', stderr: '' };
  const watchers = new Set<() => void>();
  collect(child, output, () => {
    for (const watcher of watchers) watcher();
  });
  const ended = new Promise<Ending>((resolve) => {
    child.once('close', (code, signal) => {
      resolve({ code, signal, ...output });
      for (const watcher of watchers) watcher();
    });
  });
  const waitFor = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`${why} before ${pattern}: ${output.stderr}`));
      const timer = setTimeout(() => fail('nothing'), PATIENCE_MS);
      const look = () => {
        const match = pattern.exec(output.stderr);
        if (match === null && child.exitCode === null) return;
        watchers.delete(look);
        clearTimeout(timer);
        if (match === null) fail('it ended');
        else resolve(match);
      };
      watchers.add(look);
      look();
    });
  return {
    pid: child.pid ?? 0,
    waitFor,
    port: async () => Number((await waitFor(/listening on http:\/\/127\.0\.0\.1:(\d+)/))[1]),
    kill: (signal) => void child.kill(signal),
    ended,
  };
}

function collect(child: ChildProcess, output: { stdout: string; stderr: string }, changed: () => void): void {
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
    changed();
  });
}
