import { outcomeRecord } from '../journal/outcome-record.ts';
import type { JsonObject } from '../lib/json.ts';
import type { Envelope } from './envelope.ts';
import type { FailureKind } from './failure-kind.ts';
import type { Job } from './job.ts';
import type { JobParts } from './parts.ts';
import { type FinalState, startOf, stateOfFailure } from './state.ts';
import { jobRow } from './store/job-row.ts';

/** The parts that ending a job needs. */
export type EndParts = Pick<JobParts, 'registry' | 'files' | 'journal' | 'outcomeLog' | 'now'>;

/**
 * Ends a job, once: envelope on disk, last row of the journal and the outcome, then the state everybody sees. In this order, so that a daemon that
 * is killed in between finds the envelope and ends the job with it. A bad disk costs the record, never the end.
 * @returns the envelope in full.
 */
export async function endJob(parts: EndParts, id: string, outcome: Envelope): Promise<Envelope | null> {
  const job = parts.registry.get(id);
  if (job === undefined) return null;
  const endedAt = parts.now();
  const envelope = completeEnvelope(outcome, job);
  const state = finalState(envelope.failure_kind, job, endedAt);
  await parts.files.writeEnd(id, envelope, job.attempts).catch(() => undefined);
  const ended = { ...job, state, rev: job.rev + 1 };
  await Promise.all([parts.journal.append(jobRow(ended, 'ended', endedAt)), reportOutcome(parts, ended, endedAt)]);
  parts.registry.change(id, { state });
  return envelope;
}

/** Adds what all attempts together say: `attempts` where there was more than one, and how many of them ran tools. */
export function completeEnvelope(outcome: Envelope, job: Job): Envelope {
  const attempts = job.attempts.map(({ model, provider, ok, failure_kind }) => ({
    model,
    provider,
    ok: ok ?? false,
    failure_kind,
  }));
  const fields: JsonObject = {
    attempts_with_tools: job.attempts.filter(({ used_tools }) => used_tools === true).length,
    ...(attempts.length > 1 ? { attempts } : {}),
    ...(job.decisionId === null ? {} : { decision_id: job.decisionId }),
    ...(job.warnings.length === 0 ? {} : { warnings: job.warnings }),
  };
  const { success, failure_kind, retryable } = outcome;
  return { ...outcome, ...fields, success, failure_kind, retryable, subagent_id: job.id };
}

function finalState(kind: FailureKind | null, job: Job, endedAt: Date): FinalState {
  const startedAt = startOf(job.state);
  if (kind === null) return { name: 'succeeded', startedAt: startedAt ?? endedAt, endedAt };
  return stateOfFailure(kind, startedAt, endedAt);
}

async function reportOutcome(parts: EndParts, job: Job, at: Date): Promise<void> {
  const kind = job.state.name === 'failed' ? job.state.failureKind : null;
  const record = outcomeRecord({
    at,
    taskId: job.id,
    outcome: kind === null ? outcomeName(job.state.name) : kind === 'quota_exhausted' ? 'rate_limited' : kind,
    source: 'delegate',
    extras: { profile: job.profile, model: job.model, provider: job.provider, attempts: job.attempts.length },
  });
  if (record !== null) await parts.outcomeLog.append(record);
}

function outcomeName(state: Job['state']['name']): string {
  return state === 'succeeded' ? 'completed' : state;
}
