import { isList, isMapping, type Json, type JsonObject, own } from '../../lib/json.ts';
import { parseTimestamp } from '../../router/timestamp.ts';
import { FAILURE_KINDS, type FailureKind } from '../failure-kind.ts';
import type { AttemptRow, Job, KeptRequest, StreamCount } from '../job.ts';
import { isJobId } from '../job-id.ts';
import type { JobState } from '../state.ts';
import { jobView } from '../wire.ts';

/** Names the row format, for readers of a file that may hold others. */
const JOB_SCHEMA = 'route-job/1';

/** What happened to a job. `starting` stands before a spawn, `started` after it. */
export type JobEvent = 'accepted' | 'starting' | 'started' | 'attempt_ended' | 'ended';

/** The journal row of an event: the job as it is then. The newest row of a job says all that is known of it. */
export function jobRow(job: Job, event: JobEvent, at: Date): JsonObject {
  const view = jobView(job);
  return {
    schema: JOB_SCHEMA,
    event,
    ts: at.getTime() / 1000,
    ...view,
    attempts: view.attempts.map((attempt) => ({ ...attempt })),
    output: { stdout: { ...view.output.stdout }, stderr: { ...view.output.stderr } },
    request: { ...view.request },
    envelope: undefined,
    request_hash: job.requestHash,
  };
}

/** The job of a row; `null` for a row of another format or one that cannot be used. */
export function readJobRow(row: JsonObject): Job | null {
  const reader = fieldsOf(row);
  const id = reader.text('id');
  const createdAt = reader.time('created_at');
  if (reader.text('schema') !== JOB_SCHEMA || !isJobId(id) || createdAt === null) return null;
  const state = readState(row, createdAt);
  if (state === null) return null;
  const attempts = own(row, 'attempts');
  const output = fieldsOf(own(row, 'output'));
  return {
    id,
    rev: reader.number('rev') ?? 0,
    createdAt,
    state,
    request: readRequest(own(row, 'request')),
    requestHash: reader.text('request_hash'),
    promptPreview: reader.text('prompt_preview'),
    profile: reader.text('profile'),
    model: reader.text('model'),
    provider: reader.text('provider'),
    cwd: reader.text('cwd'),
    timeoutS: reader.number('timeout_s') ?? 0,
    decisionId: reader.text('decision_id') || null,
    warnings: reader.texts('warnings'),
    attempts: isList(attempts) ? attempts.filter(isMapping).map(readAttempt) : [],
    output: { stdout: readCount(output.value('stdout')), stderr: readCount(output.value('stderr')) },
  };
}

function readState(row: JsonObject, createdAt: Date): JobState | null {
  const reader = fieldsOf(row);
  const slotAt = reader.time('slot_at') ?? createdAt;
  const startedAt = reader.time('started_at');
  const endedAt = reader.time('ended_at') ?? createdAt;
  switch (reader.text('state')) {
    case 'queued':
      return { name: 'queued' };
    case 'routing':
      return { name: 'routing', slotAt };
    case 'running':
    case 'stopping':
      return { name: 'running', slotAt, startedAt: startedAt ?? slotAt };
    case 'succeeded':
      return { name: 'succeeded', startedAt: startedAt ?? endedAt, endedAt };
    case 'failed':
      return { name: 'failed', startedAt, endedAt, failureKind: readKind(row) ?? 'lost' };
    case 'cancelled':
      return { name: 'cancelled', startedAt, endedAt };
    case 'lost':
      return { name: 'lost', startedAt, endedAt };
    default:
      return null;
  }
}

function readAttempt(row: JsonObject): AttemptRow {
  const reader = fieldsOf(row);
  return {
    n: reader.number('n') ?? 0,
    model: reader.text('model'),
    provider: reader.text('provider'),
    started_at: reader.text('started_at'),
    pid: reader.number('pid'),
    start_ticks: reader.text('start_ticks') || null,
    boot_id: reader.text('boot_id') || null,
    ended_at: reader.text('ended_at') || null,
    elapsed_s: reader.number('elapsed_s'),
    ok: reader.flag('ok'),
    failure_kind: readKind(row),
    exit_code: reader.number('exit_code'),
    signal: reader.text('signal') || null,
    used_tools: reader.flag('used_tools'),
  };
}

function readRequest(value: Json | undefined): KeptRequest {
  const reader = fieldsOf(value);
  return {
    profile: reader.text('profile'),
    model: reader.text('model'),
    provider: reader.text('provider'),
    timeout: reader.number('timeout'),
    session_id: reader.text('session_id'),
    active_profile: reader.text('active_profile'),
    idempotency_key: reader.text('idempotency_key'),
    failover: reader.flag('failover'),
    keep_background: reader.flag('keep_background') ?? false,
  };
}

function readCount(value: Json | undefined): StreamCount {
  const reader = fieldsOf(value);
  return {
    bytes: reader.number('bytes') ?? 0,
    kept: reader.number('kept') ?? 0,
    truncated: reader.flag('truncated') ?? false,
  };
}

function readKind(row: JsonObject): FailureKind | null {
  const kind = own(row, 'failure_kind');
  return typeof kind === 'string' && isFailureKind(kind) ? kind : null;
}

function isFailureKind(kind: string): kind is FailureKind {
  return Object.hasOwn(FAILURE_KINDS, kind);
}

/** Reads fields of anything; what is missing or of another type reads empty. */
function fieldsOf(value: unknown) {
  const mapping: JsonObject = isMapping(value) ? value : {};
  const read = (name: string): Json | undefined => own(mapping, name);
  const text = (name: string): string => {
    const found = read(name);
    return typeof found === 'string' ? found : '';
  };
  return {
    value: read,
    text,
    texts: (name: string): string[] => {
      const found = read(name);
      return isList(found) ? found.filter((item) => typeof item === 'string') : [];
    },
    number: (name: string): number | null => {
      const found = read(name);
      return typeof found === 'number' ? found : null;
    },
    flag: (name: string): boolean | null => {
      const found = read(name);
      return typeof found === 'boolean' ? found : null;
    },
    time: (name: string): Date | null => parseTimestamp(text(name)),
  };
}
