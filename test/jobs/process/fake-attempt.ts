import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Test } from 'tap';
import { type CaptureSink, openCapture } from '../../../src/jobs/child/capture.ts';
import { childEnvironment } from '../../../src/jobs/child/environment.ts';
import { startAttempt } from '../../../src/jobs/process/attempt.ts';
import type {
  AttemptEnd,
  AttemptLimits,
  AttemptSpec,
  RunningAttempt,
} from '../../../src/jobs/process/attempt-shape.ts';
import { readProcess } from '../../../src/lib/process-row.ts';
import { withMarker } from '../../processes.ts';

/** The fake child of the current generation and of the one before. */
export const FAKE = {
  current: {
    path: fileURLToPath(new URL('../../fixtures/hermes', import.meta.url)),
    contract: { streamJson: true, queryFile: true, quiet: true },
  },
  old: {
    path: fileURLToPath(new URL('../../fixtures/hermes-old', import.meta.url)),
    contract: { streamJson: false, queryFile: false, quiet: true },
  },
} as const;

/** What a loaded machine may take longer than a limit says: to start a process, to notice its end. Seconds. */
export const LATENESS_SECONDS = 20;

/** Generous: they never decide in a test that is not about them. */
const LIMITS: AttemptLimits = { ttfbSeconds: 60, idleSeconds: 60, hardSeconds: 60, graceSeconds: 2 };

/** What a test may set. */
export interface FakeOptions extends Partial<Omit<AttemptSpec, 'limits'>> {
  /** What the fake child does, see test/fixtures/hermes.mjs. */
  readonly steps?: readonly object[];
  readonly limits?: Partial<AttemptLimits>;
}

/** A finished attempt and where its output is. */
export interface FakeRun {
  readonly end: AttemptEnd;
  readonly spec: AttemptSpec;
  /** A JSON value that the child showed on stderr (the step `show`). */
  shown(): unknown;
  file(stream: 'stdout' | 'stderr' | 'text'): Buffer;
}

let jobs = 0;

/** The specification of an attempt of the fake child in a fresh folder. */
export async function fakeSpec(t: Test, options: FakeOptions = {}): Promise<AttemptSpec> {
  const { steps, limits, ...given } = options;
  const folder = mkdtempSync(join(tmpdir(), 'attempt-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const jobId = `dp_${process.pid.toString(16).padStart(6, '0')}${(jobs++).toString(16).padStart(6, '0')}`;
  const env = childEnvironment(process.env, { jobId, profile: 'coder', hermesRoot: folder });
  if (steps !== undefined) env.HERMES_FAKE = JSON.stringify(steps);
  const [stdout, stderr, text] = await Promise.all(
    ['stdout', 'stderr', 'text'].map(async (name): Promise<CaptureSink> => {
      const sink = await openCapture(`${folder}/${name}`);
      t.teardown(() => sink.close());
      return sink;
    }),
  );
  if (stdout === undefined || stderr === undefined || text === undefined) throw new Error('three sinks');
  return {
    jobId,
    attempt: 1,
    binary: FAKE.current,
    profile: 'coder',
    prompt: 'do it',
    model: '',
    provider: '',
    cwd: folder,
    env,
    folder,
    sinks: { stdout, stderr, text },
    keepBackground: false,
    ...given,
    limits: { ...LIMITS, ...limits },
  };
}

/** Starts an attempt that must start. */
export async function startFake(t: Test, spec: AttemptSpec): Promise<RunningAttempt> {
  const started = await startAttempt(spec);
  if (started.kind === 'spawn_failed') throw new Error(started.failure.message);
  t.teardown(() => started.running.stop('cancelled'));
  return started.running;
}

/** Runs an attempt to its end, `during` meanwhile, and checks what must hold after every attempt. */
export async function runFake(
  t: Test,
  options: FakeOptions,
  during?: (running: RunningAttempt, spec: AttemptSpec) => Promise<void>,
): Promise<FakeRun> {
  const spec = await fakeSpec(t, options);
  const running = await startFake(t, spec);
  await during?.(running, spec);
  const end = await running.finished;
  if (!spec.keepBackground) t.same(withMarker(spec.jobId), [], 'no process of the job lives');
  const now = readProcess(running.pid);
  t.ok(now === null || String(now.startTicks) !== running.startTicks, 'the first process was reaped');
  const { hardSeconds, graceSeconds } = spec.limits;
  t.ok(end.elapsedSeconds <= hardSeconds + graceSeconds + LATENESS_SECONDS, `took ${end.elapsedSeconds} s`);
  return {
    end,
    spec,
    shown: () => JSON.parse(end.stderr.tail.split('\n').find((line) => /^[[{"\d]/.test(line)) ?? 'null'),
    file: (stream) => readFileSync(`${spec.folder}/${stream}`),
  };
}
