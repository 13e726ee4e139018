import { readProcess } from '../../lib/process-row.ts';
import type { Rendering } from '../child/rendering.ts';
import { printedSessionId } from '../child/session-id.ts';
import type { AttemptEnd, AttemptSpec, RunningAttempt, StopReason, TurnReport } from './attempt-shape.ts';
import { endTree, type Leader, type Reaping, SPARED_TREE, signalGroup } from './end-tree.ts';
import { killAtExit } from './exit-guard.ts';
import { takeOutput } from './output.ts';
import type { Exit, Spawned } from './spawn.ts';
import { type ProcessTree, watchTree } from './tree.ts';
import { startWatchdog, type WatchdogReason } from './watchdog.ts';

/** How long the output is read after the exit (product decision: a short drain). Milliseconds. */
const DRAIN_MS = 2000;
/** What a leftover gets to clean up after the process that started it has ended well. Milliseconds. */
const LEFTOVER_GRACE_MS = 1000;

/** What ended the run. */
type Ending =
  | { readonly by: 'exit' }
  | { readonly by: 'watchdog'; readonly reason: WatchdogReason }
  | { readonly by: 'stop'; readonly reason: StopReason };

/** Watches a process to its end, ends what it leaves behind, and says how it went. `cleanUp` runs before that and may not reject. */
export function superviseAttempt(
  spec: AttemptSpec,
  spawned: Spawned,
  rendering: Rendering,
  report: { read(): TurnReport | null },
  cleanUp: () => Promise<void>,
): RunningAttempt {
  const { pid, row } = spawned;
  const startTicks = row?.startTicks ?? 0;
  const tree = watchTree({ pid, startTicks, trusted: true, jobId: spec.jobId });
  const disarm = killAtExit(pid);
  const output = takeOutput(spawned, rendering, spec);
  let exit: Exit | null = null;
  let stop: (reason: StopReason) => void = () => undefined;

  const exited = spawned.exited.then((how): Ending => {
    exit = how;
    disarm();
    return { by: 'exit' };
  });
  const stopped = new Promise<Ending>((resolve) => {
    stop = (reason) => resolve({ by: 'stop', reason });
  });
  const turnEnd = watchTurnEnd(() => rendering.turnEnded() || report.read() !== null);
  const watchdog = startWatchdog(
    () => ({
      startedAt: spawned.startedAt,
      lastOutputAt: output.lastAt(),
      turnEndedAt: turnEnd(),
      toolRunning: rendering.toolRunning(),
    }),
    spec.limits,
  );

  async function run(): Promise<AttemptEnd> {
    const bitten = watchdog.bite.then((reason): Ending => ({ by: 'watchdog', reason }));
    const ending = await Promise.race([exited, bitten, stopped]);
    watchdog.release();
    const leader = { pid, unreaped: () => exit === null };
    const reaping = await endAttempt(ending, spec, tree, leader);
    tree.release();
    const { stdout, stderr, shown } = await output.drain(performance.now() + DRAIN_MS);
    const finalReport = report.read();
    await cleanUp();
    return {
      ...endingFields(ending),
      ...(exit ?? { exitCode: null, signal: null }),
      ...answerFields(rendering, finalReport, shown),
      ...reaping,
      elapsedSeconds: (performance.now() - spawned.startedAt) / 1000,
      format: spec.binary.contract.streamJson ? 'stream-json' : 'plain',
      stdout,
      stderr,
      sessionId: rendering.sessionId() ?? printedSessionId(stderr.tail) ?? printedSessionId(stdout.tail),
    };
  }

  return {
    pid,
    startTicks: row === null ? null : String(row.startTicks),
    stop: (reason) => stop(reason),
    finished: run(),
  };
}

/** Remembers since when the turn has been over: the plain format can take it back by printing on. */
function watchTurnEnd(isOver: () => boolean): () => number | null {
  let since: number | null = null;
  return () => {
    since = isOver() ? (since ?? performance.now()) : null;
    return since;
  };
}

async function endAttempt(ending: Ending, spec: AttemptSpec, tree: ProcessTree, leader: Leader): Promise<Reaping> {
  const graceMs = spec.limits.graceSeconds * 1000;
  const spared = spec.keepBackground ? SPARED_TREE : tree;
  if (ending.by === 'watchdog' && ending.reason === 'lingered') return endTree(spared, leader, graceMs);
  if (ending.by !== 'exit') return endTree(tree, leader, graceMs);
  // Without a process table nothing can be verified; right after the exit the group's number is still its own.
  if (readProcess(process.pid) === null && !spec.keepBackground) signalGroup(leader.pid, 'SIGKILL');
  return endTree(spared, null, Math.min(graceMs, LEFTOVER_GRACE_MS));
}

function endingFields(ending: Ending): Pick<AttemptEnd, 'reason' | 'stopReason' | 'lingered'> {
  if (ending.by === 'stop') return { reason: 'stopped', stopReason: ending.reason, lingered: false };
  const lingered = ending.by === 'watchdog' && ending.reason === 'lingered';
  if (ending.by === 'exit' || ending.reason === 'lingered') return { reason: 'exited', stopReason: null, lingered };
  return { reason: ending.reason, stopReason: null, lingered };
}

function answerFields(
  rendering: Rendering,
  report: TurnReport | null,
  shown: string,
): Pick<AttemptEnd, 'text' | 'result' | 'report' | 'toolsRan'> {
  const candidates = [rendering.result()?.text, report?.reply, rendering.answer() ?? shown];
  const text = candidates.map((candidate) => candidate?.trim() ?? '').find((candidate) => candidate !== '') ?? '';
  return { text, result: rendering.result(), report, toolsRan: rendering.toolsRan() };
}
