import type { HermesBinary } from '../../system/hermes-binary.ts';
import type { CaptureSink } from '../child/capture.ts';

/** The four clocks of one attempt, in seconds. They run on a monotonic clock that starts when the process does. */
export interface AttemptLimits {
  /** Until the first byte on either stream. */
  readonly ttfbSeconds: number;
  /** Longest silence on both streams after the first byte. Suspended while a tool runs, where the format tells. */
  readonly idleSeconds: number;
  /** Whole attempt. */
  readonly hardSeconds: number;
  /** Between SIGTERM and SIGKILL. */
  readonly graceSeconds: number;
}

/** One run of `hermes -p PROFILE chat -q PROMPT`. */
export interface AttemptSpec {
  /** `dp_` + 12 hex. Also the marker in the environment by which the job's processes are found again. */
  readonly jobId: string;
  /** 1 for the first attempt of the job; names the files of the attempt in `folder`. */
  readonly attempt: number;
  readonly binary: HermesBinary;
  readonly profile: string;
  readonly prompt: string;
  /** `''`: the profile's own default. */
  readonly model: string;
  /** `''`: none. */
  readonly provider: string;
  readonly cwd: string;
  /** The complete environment (`childEnvironment`), without the report file's variable, which the attempt sets. */
  readonly env: Readonly<Record<string, string>>;
  readonly limits: AttemptLimits;
  /** The job's own folder, which exists; the prompt and report files of the attempt live in it while it runs. */
  readonly folder: string;
  /** Where the output goes: both streams raw, and the rendered text. They outlive the attempt; the caller closes them. */
  readonly sinks: { readonly stdout: CaptureSink; readonly stderr: CaptureSink; readonly text: CaptureSink };
  /** After an exit by itself, leave alone what the job started in the background. A stopped attempt never leaves anything. */
  readonly keepBackground: boolean;
  /** Called when output arrives and when it was stored. Must not throw. */
  readonly onActivity?: () => void;
}

/** Why a running attempt is stopped from outside. */
export type StopReason = 'cancelled' | 'daemon_stop';

/** A process that was started. */
export interface RunningAttempt {
  readonly pid: number;
  /** Start time in clock ticks since boot; null where there is no /proc. With the pid it names the process for ever. */
  readonly startTicks: string | null;
  /** Ends the whole tree: TERM, grace, KILL. The first reason counts; harmless after the end. */
  stop(reason: StopReason): void;
  /** Settles when the process and everything it left behind are gone and its output is stored. Never rejects. */
  readonly finished: Promise<AttemptEnd>;
}

/** What `startAttempt` resolves to. */
export type AttemptStart =
  | { readonly kind: 'running'; readonly running: RunningAttempt }
  | { readonly kind: 'spawn_failed'; readonly failure: SpawnFailure };

/** Nothing was started, and no provider is to blame. */
export interface SpawnFailure {
  readonly kind: 'binary_not_found' | 'spawn_error' | 'cwd_invalid' | 'prompt_too_large';
  /**
   * `hermes_not_found`, `hermes_not_executable`, `cwd_missing`, `cwd_not_dir`, `cwd_not_accessible`, `prompt_too_large`, `prompt_has_nul`,
   * `arguments_too_long`, or the system's error code in lower case (`emfile`).
   */
  readonly reason: string;
  readonly retryable: boolean;
  /** One sentence for a person. Holds paths, never the prompt. */
  readonly message: string;
}

/** One stream of one attempt. */
export interface StreamEnd {
  /** Bytes the process wrote, kept or not. */
  readonly bytes: number;
  /** The last 16,384 characters at most, decoded, without escape sequences, untrimmed. */
  readonly tail: string;
}

/** The final event of `--format stream-json`. */
export interface ResultEvent {
  readonly sessionId: string | null;
  /** null when the event carries none. */
  readonly exitCode: number | null;
  readonly text: string;
  /** `''`: no error. */
  readonly error: string;
}

/** What `hermes` wrote into `HERMES_QUIET_TURN_REPORT_FILE` at the end of its turn. */
export interface TurnReport {
  readonly exitCode: number | null;
  readonly reply: string;
  /** `''`: no error. */
  readonly error: string;
}

/** How a started attempt ended. */
export interface AttemptEnd {
  /** `exited`: by itself, or ended by us only because it lingered after its answer (`lingered`). */
  readonly reason: 'exited' | 'hard_timeout' | 'ttfb_timeout' | 'idle_timeout' | 'stopped';
  /** Set exactly when `reason` is `stopped`. */
  readonly stopReason: StopReason | null;
  readonly lingered: boolean;
  /** null when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  /** From the spawn to this settlement, in seconds, measured. */
  readonly elapsedSeconds: number;
  readonly format: 'stream-json' | 'plain';
  readonly stdout: StreamEnd;
  readonly stderr: StreamEnd;
  /**
   * The answer: the result event's or the report's text, else what was printed without echo, footer and escape sequences. Trimmed; the last
   * 16,384 characters at most; `''` when there was none.
   */
  readonly text: string;
  readonly result: ResultEvent | null;
  readonly report: TurnReport | null;
  /** Hermes' own session id (`20260627_184951_ba55a7`), or null. */
  readonly sessionId: string | null;
  /** Whether the agent used tools; null where the format does not say. */
  readonly toolsRan: boolean | null;
  /** Processes beside the first one that were still there at the end and were stopped. */
  readonly reaped: number;
  /** Their program names, each once, at most 20. */
  readonly reapedNames: readonly string[];
  /** Processes of this user, younger than the attempt, that could not be looked into, and any that survived SIGKILL. */
  readonly unknown: number;
}
