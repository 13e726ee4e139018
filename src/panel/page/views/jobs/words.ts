import type { FailureKind } from '../../../../jobs/failure-kind.ts';
import { duration, moment } from '../../parts/format.ts';
import type { Job } from '../../wire/answers.ts';

/** How each kind of failure reads in a sentence that begins with "it". */
const FAILURES: Readonly<Record<FailureKind, string>> = {
  bad_args: 'the request was wrong',
  unknown_profile: 'the profile does not exist',
  cwd_invalid: 'its folder is not one to work in',
  prompt_too_large: 'the prompt is too long',
  routing_recursion: 'it was started from within a job',
  routing_denied: 'the policy refuses the task',
  routing_unresolved: 'the policy names no profile for it',
  routing_error: 'the decision failed',
  inline_error: 'the caller could not do it itself',
  at_capacity: 'too many jobs were waiting',
  binary_not_found: 'hermes was not found',
  spawn_error: 'hermes could not be started',
  hard_timeout: 'it took longer than allowed',
  ttfb_stall: 'it printed nothing for too long at the start',
  idle_stall: 'it went silent for too long',
  quota_exhausted: "the provider's quota is used up",
  agent_error: 'the agent reported a failure or gave no answer',
  crash_or_oom: 'it was killed, perhaps for want of memory',
  crash: 'it crashed',
  nonzero_exit: 'it ended with an error code',
  cancelled: 'it was cancelled',
  lost: 'the router was restarted while it ran',
  daemon_stop: 'the router was stopped while it ran',
};

const WORDS: ReadonlyMap<string, string> = new Map(Object.entries(FAILURES));

/** A failure kind in words; the kind itself where this page does not know it; null for none. */
export function failureKindWords(kind: unknown): string | null {
  if (typeof kind !== 'string' || kind === '') return null;
  return WORDS.get(kind) ?? kind;
}

/** `gpt-5.5 @ openai-codex`; a profile's own model has no name here. */
export function hopWords(model: unknown, provider: unknown): string {
  if (typeof model !== 'string' || model === '') return "the profile's own model";
  return typeof provider === 'string' && provider !== '' ? `${model} @ ${provider}` : model;
}

/** A number of seconds. None is below 0: the reader's clock may be behind the router's. */
export function secondsWords(seconds: number): string {
  return seconds < 1 ? 'under 1 s' : duration(seconds);
}

/** The time from one moment to another. */
export function spanWords(from: Date, to: Date): string {
  return secondsWords((to.getTime() - from.getTime()) / 1000);
}

/** How long a job has run, waits, or ran. */
export function lengthWords(job: Job, now: Date): string {
  const since = (from: unknown, to: Date | null) => {
    const start = moment(from);
    if (start === null || to === null) return 'an unknown time';
    return spanWords(start, to);
  };
  switch (job.state) {
    case 'queued':
      return `waiting for ${since(job.created_at, now)}`;
    case 'routing':
      return `deciding for ${since(job.slot_at ?? job.created_at, now)}`;
    case 'running':
      return `running for ${since(job.started_at, now)}`;
    case 'stopping':
      return `stopping for ${since(job.stopping_at, now)}`;
    default:
      return job.started_at === undefined ? 'never ran' : `ran ${since(job.started_at, moment(job.ended_at))}`;
  }
}

/** One moment in the life of a job. */
export interface JobTime {
  readonly what: string;
  readonly at: Date;
  /** Time since the one before; empty for the first. */
  readonly after: string;
}

/** The moments that a job has passed, in order. */
export function jobTimes(job: Job): readonly JobTime[] {
  const named = [
    ['accepted', job.created_at],
    ['got a slot', job.slot_at],
    ['began to run', job.started_at],
    ['told to stop', job.stopping_at],
    ['ended', job.ended_at],
  ] as const;
  const times: JobTime[] = [];
  for (const [what, text] of named) {
    const at = moment(text);
    if (at === null) continue;
    const before = times.at(-1)?.at;
    times.push({ what, at, after: before === undefined ? '' : afterWords(before, at) });
  }
  return times;
}

function afterWords(before: Date, at: Date): string {
  return at.getTime() - before.getTime() < 1000 ? 'at once' : `after ${spanWords(before, at)}`;
}

const SIZES = [
  [1e9, 'GB'],
  [1e6, 'MB'],
  [1e3, 'kB'],
] as const;

/** A number of bytes for a person: `812 bytes`, `1.3 MB`. */
export function bytesWords(bytes: number): string {
  const [size, unit] = SIZES.find(([least]) => bytes >= least) ?? [1, bytes === 1 ? 'byte' : 'bytes'];
  return `${(bytes / size).toLocaleString('en', { maximumFractionDigits: size === 1 ? 0 : 1 })} ${unit}`;
}
