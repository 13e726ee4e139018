import { processMark } from '../lib/process-mark.ts';
import { formatTimestamp } from '../router/timestamp.ts';
import { attemptEnvelope, baseFields, spawnEnvelope, stoppedEnvelope } from './attempt-envelope.ts';
import type { BreakerReport } from './breaker-report.ts';
import type { CaptureSink } from './child/capture.ts';
import { childEnvironment } from './child/environment.ts';
import { type Envelope, failure } from './envelope.ts';
import type { AttemptOrder, AttemptOutcome } from './failover.ts';
import type { AttemptRow, StreamCount } from './job.ts';
import { type JobParts, type LiveJob, stopReasonOf, unlessStopped } from './parts.ts';
import { startAttempt } from './process/attempt.ts';
import type { AttemptEnd, AttemptLimits, AttemptSpec, RunningAttempt, StopReason } from './process/attempt-shape.ts';
import { judge, type Verdict } from './process/verdict.ts';
import type { JobSinks } from './store/job-files.ts';
import { jobRow } from './store/job-row.ts';
import { ladderFor } from './watchdog/ladder.ts';
import type { WatchdogSettings } from './watchdog/settings.ts';

/** An attempt that ended, or never began. */
export interface AttemptResult extends AttemptOutcome {
  readonly envelope: Envelope;
}

/** What all attempts of one job share. */
export interface AttemptContext {
  readonly parts: JobParts;
  readonly live: LiveJob;
  readonly profile: string;
  /** The exact text that was measured. */
  readonly prompt: string;
  readonly settings: WatchdogSettings;
  readonly sinks: JobSinks;
  readonly breaker: BreakerReport;
}

/**
 * Makes one attempt: journals it, starts the process, waits for its end, judges it, tells the breaker. Nothing is started that could not be
 * journalled: after a crash of the daemon nobody would know of it. Never rejects.
 */
export async function runAttempt(context: AttemptContext, order: AttemptOrder): Promise<AttemptResult> {
  const { live } = context;
  // Asking an unknown `hermes` what it understands may take seconds.
  const spec = await unlessStopped(live, attemptSpec(context, order));
  if (spec === null) return stopped(context, order, stopReasonOf(live) ?? 'cancelled');
  const rows = openAttemptRow(context, order);
  if ((await rows.journal('starting')) === 'degraded') return rows.close(notJournalled(context, order));
  const reason = stopReasonOf(live);
  if (reason !== null) return rows.close(stopped(context, order, reason));
  const start = await startAttempt(spec);
  if (start.kind === 'spawn_failed') {
    const envelope = spawnEnvelope(identity(context, order), start.failure);
    return rows.close({ ok: false, retryable: start.failure.retryable, envelope });
  }
  const { running } = start;
  live.running = running;
  const asked = stopReasonOf(live);
  if (asked !== null) running.stop(asked);
  rows.started(running);
  await rows.journal('started');
  const end = await running.finished;
  live.running = null;
  return rows.close(await judged(context, order, end, spec.limits), end);
}

async function attemptSpec(context: AttemptContext, order: AttemptOrder): Promise<AttemptSpec> {
  const { parts, live, profile, prompt, settings, sinks } = context;
  const { ttfb, idle, hard, grace } = ladderFor(order.limitSeconds, settings);
  return {
    jobId: live.id,
    attempt: order.n,
    binary: await parts.binary(),
    profile,
    prompt,
    model: order.target.model,
    provider: order.target.provider,
    cwd: parts.registry.get(live.id)?.cwd ?? '',
    env: childEnvironment(parts.env, {
      jobId: live.id,
      profile,
      hermesRoot: parts.paths.root,
      passthrough: settings.envPassthrough,
    }),
    limits: { ttfbSeconds: ttfb, idleSeconds: idle, hardSeconds: hard, graceSeconds: grace },
    folder: parts.files.folder(live.id),
    sinks,
    keepBackground: live.request.keepBackground,
  };
}

async function judged(
  context: AttemptContext,
  order: AttemptOrder,
  end: AttemptEnd,
  limits: AttemptLimits,
): Promise<AttemptResult> {
  const verdict = verdictOn(end, stopReasonOf(context.live));
  const { failureKind } = verdict;
  const isStopped = failureKind === 'cancelled' || failureKind === 'daemon_stop';
  // A shortened attempt that ran out of time says nothing about its provider, and a stopped one nothing at all.
  if (!isStopped && (failureKind !== 'hard_timeout' || order.fullLimit))
    await context.breaker.record(order.target, failureKind);
  return {
    ok: failureKind === null,
    retryable: verdict.retryable && !isStopped,
    envelope: attemptEnvelope(identity(context, order), end, verdict, limits),
  };
}

/** A child that fails while it is being stopped was stopped; one that still finished has finished. */
function verdictOn(end: AttemptEnd, stopReason: StopReason | null): Verdict {
  const verdict = judge(end);
  if (stopReason === null || verdict.failureKind === null) return verdict;
  return judge({ ...end, reason: 'stopped', stopReason });
}

function stopped(context: AttemptContext, order: AttemptOrder, reason: StopReason): AttemptResult {
  return { ok: false, retryable: false, envelope: stoppedEnvelope(identity(context, order), reason) };
}

function identity({ live, profile }: AttemptContext, { target }: AttemptOrder) {
  return { jobId: live.id, profile, target };
}

function notJournalled(context: AttemptContext, order: AttemptOrder): AttemptResult {
  const error = 'Nothing was started: the journal of jobs cannot be written';
  const fields = { ...baseFields(identity(context, order), 0), reason: 'journal_unwritable' };
  return { ok: false, retryable: false, envelope: failure('spawn_error', error, fields) };
}

function countOf(sink: CaptureSink): StreamCount {
  const { bytes, kept, truncated } = sink.counts();
  return { bytes, kept, truncated };
}

/** The row of this attempt in the job, as it fills up. */
function openAttemptRow({ parts, live, sinks }: AttemptContext, { n, target: { model, provider } }: AttemptOrder) {
  let row: AttemptRow = {
    n,
    model,
    provider,
    started_at: formatTimestamp(parts.now()),
    pid: null,
    start_ticks: null,
    boot_id: processMark(process.pid)?.bootId ?? null,
    ended_at: null,
    elapsed_s: null,
    ok: null,
    failure_kind: null,
    exit_code: null,
    signal: null,
    used_tools: null,
  };
  const earlier = parts.registry.get(live.id)?.attempts ?? [];
  const put = (patch: Partial<AttemptRow>) => {
    row = { ...row, ...patch };
    const output = { stdout: countOf(sinks.stdout), stderr: countOf(sinks.stderr) };
    return parts.registry.change(live.id, { attempts: [...earlier, row], output, model, provider });
  };
  const journal = (event: 'starting' | 'started' | 'attempt_ended') =>
    parts.journal.append(jobRow(put({}), event, parts.now()));
  return {
    journal,
    started: ({ pid, startTicks }: RunningAttempt) => void put({ pid, start_ticks: startTicks }),
    close: async (result: AttemptResult, end: AttemptEnd | null = null): Promise<AttemptResult> => {
      put({
        ended_at: formatTimestamp(parts.now()),
        elapsed_s: Math.round((end?.elapsedSeconds ?? 0) * 10) / 10,
        ok: result.ok,
        failure_kind: result.envelope.failure_kind,
        exit_code: end?.exitCode ?? null,
        signal: end?.signal ?? null,
        used_tools: end?.toolsRan ?? null,
      });
      await journal('attempt_ended');
      return result;
    },
  };
}
