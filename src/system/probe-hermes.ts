import { statSync } from 'node:fs';
import type { HermesBinary, HermesContract } from './hermes-binary.ts';
import { runProgram } from './run-program.ts';

/** What asking the installed `hermes` has shown. */
export interface HermesProbe {
  readonly binary: HermesBinary;
  /** null: the help text was read. Otherwise why not, in one sentence; the contract is then the oldest one. */
  readonly problem: string | null;
}

/** What every `hermes` can do. */
const OLDEST: HermesContract = { streamJson: false, queryFile: false, quiet: false };

/** A failed probe is asked again after this: it may have failed for want of time on a busy machine. Milliseconds. */
const RETRY_MS = 60_000;

interface Asked {
  readonly stamp: string;
  readonly at: number;
  readonly probe: Promise<HermesProbe>;
  failed: boolean;
}
const asked = new Map<string, Asked>();

/**
 * What the `hermes` at this path understands, from `hermes chat --help` (10 s at most), asked once for each path, modification time and size. Never
 * rejects: a `hermes` that does not answer is treated as the oldest one. `env` is the environment it runs in.
 */
export function probeHermes(path: string, env: Readonly<Record<string, string | undefined>>): Promise<HermesProbe> {
  const stamp = stampOf(path);
  const before = asked.get(path);
  if (before?.stamp === stamp && !(before.failed && performance.now() - before.at > RETRY_MS)) return before.probe;
  const entry: Asked = { stamp, at: performance.now(), failed: false, probe: ask(path, env) };
  asked.set(path, entry);
  void entry.probe.then(({ problem }) => {
    entry.failed = problem !== null;
  });
  return entry.probe;
}

/** Reads the contract out of the help text of `hermes chat`. Pure. */
export function contractOf(help: string): HermesContract {
  const has = (option: string) => new RegExp(`(?:^|[\\s,\\[|])${option}(?=[\\s,=\\]|]|$)`, 'm').test(help);
  return {
    streamJson: has('--format'),
    queryFile: has('--query-file'),
    quiet: has('-Q'),
  };
}

async function ask(path: string, env: Readonly<Record<string, string | undefined>>): Promise<HermesProbe> {
  const answer = await runProgram(path, ['chat', '--help'], { env });
  const help = `${answer.stdout}\n${answer.stderr}`;
  if (answer.exitCode === 0) return { binary: { path, contract: contractOf(help) }, problem: null };
  const problem = answer.timedOut
    ? `${path} chat --help took longer than 10 s`
    : answer.error !== null
      ? `${path} could not be started (${answer.error})`
      : `${path} chat --help ended with ${answer.exitCode === null ? 'a signal' : `exit code ${answer.exitCode}`}`;
  return { binary: { path, contract: OLDEST }, problem };
}

function stampOf(path: string): string {
  try {
    const stats = statSync(path, { bigint: true });
    return `${stats.mtimeNs}:${stats.size}`;
  } catch {
    return 'none';
  }
}
