import type { FailureKind } from './failure-kind.ts';
import type { JobState } from './state.ts';

/** What was captured of one stream. All in bytes. */
export interface StreamCount {
  /** Written by the child. */
  readonly bytes: number;
  /** Kept of it. */
  readonly kept: number;
  /** True where the middle is missing. */
  readonly truncated: boolean;
}

/** What was captured of a job. */
export interface OutputCounts {
  readonly stdout: StreamCount;
  readonly stderr: StreamCount;
}

/** One attempt, in the shape of the wire and of the journal. What is not known yet is `null`. */
export interface AttemptRow {
  /** From 1. */
  readonly n: number;
  /** Empty for the profile's own. */
  readonly model: string;
  readonly provider: string;
  readonly started_at: string;
  /** With the next two: tells this process from a later one with its pid. */
  readonly pid: number | null;
  readonly start_ticks: string | null;
  readonly boot_id: string | null;
  readonly ended_at: string | null;
  readonly elapsed_s: number | null;
  readonly ok: boolean | null;
  readonly failure_kind: FailureKind | null;
  readonly exit_code: number | null;
  readonly signal: string | null;
  /** Whether it was seen to use a tool, and so may have changed something. */
  readonly used_tools: boolean | null;
}

/** What is kept of a request: everything but the prompt and its context, which never reach the disk. */
export interface KeptRequest {
  /** Empty where the router chose. */
  readonly profile: string;
  readonly model: string;
  readonly provider: string;
  readonly timeout: number | null;
  readonly session_id: string;
  readonly active_profile: string;
  readonly idempotency_key: string;
  readonly failover: boolean | null;
  readonly keep_background: boolean;
}

/** One accepted delegation. Replaced, never edited: `rev` grows with each replacement. */
export interface Job {
  readonly id: string;
  readonly rev: number;
  readonly createdAt: Date;
  readonly state: JobState;
  readonly request: KeptRequest;
  /** sha256 of the whole request, to tell a repeated one from another under the same key. */
  readonly requestHash: string;
  /** At most 120 code points, secrets redacted. */
  readonly promptPreview: string;
  /** Empty until it is decided. */
  readonly profile: string;
  readonly model: string;
  readonly provider: string;
  readonly cwd: string;
  /** Total seconds from the first spawn. */
  readonly timeoutS: number;
  /** `null` without a live decision. */
  readonly decisionId: string | null;
  readonly warnings: readonly string[];
  readonly attempts: readonly AttemptRow[];
  readonly output: OutputCounts;
}

const NOTHING: StreamCount = { bytes: 0, kept: 0, truncated: false };

/** What is captured before anything ran. */
export const NO_OUTPUT: OutputCounts = { stdout: NOTHING, stderr: NOTHING };
