import { failure } from '../jobs/envelope.ts';
import type { OutputChunk } from '../jobs/output-chunk.ts';
import type { StreamName } from '../jobs/store/job-files.ts';
import { isMapping, type JsonObject, own } from '../lib/json.ts';
import type { DaemonAnswer } from './ask.ts';
import type { DaemonClient } from './client.ts';
import { daemonError } from './daemon-error.ts';
import { type SeenJob, seenJob } from './seen-job.ts';

/** What a delegation became. */
export type Submitted =
  | { readonly kind: 'job'; readonly job: SeenJob }
  /** The caller is to do it itself; the daemon's answer as it stands. */
  | { readonly kind: 'inline'; readonly answer: JsonObject }
  /** No job came to be. `isUsage` where the request itself was malformed. */
  | { readonly kind: 'refused'; readonly envelope: JsonObject; readonly isUsage: boolean };

/** Delegates. @throws DaemonError */
export async function submitJob(client: DaemonClient, request: JsonObject): Promise<Submitted> {
  const answer = await client.ask({ method: 'POST', path: '/jobs', body: request });
  const body = isMapping(answer.body) ? answer.body : {};
  if (answer.status >= 400)
    return { kind: 'refused', envelope: refusalEnvelope(answer), isUsage: answer.status === 400 };
  if (own(body, 'inline') === true) return { kind: 'inline', answer: body };
  return { kind: 'job', job: jobFrom(own(body, 'job')) };
}

/**
 * One job, `null` for an unknown id.
 * @param wait with it the answer comes when `rev` is no longer the job's, at the latest after that many seconds (the daemon waits 7 at most).
 * @throws DaemonError
 */
export async function findJob(
  client: DaemonClient,
  id: string,
  wait?: { readonly rev: number; readonly seconds: number; readonly signal?: AbortSignal | undefined },
): Promise<SeenJob | null> {
  const query = wait === undefined ? '' : `?wait=${wait.seconds}&rev=${wait.rev}`;
  const path = `/jobs/${encodeURIComponent(id)}${query}`;
  const signal = wait?.signal;
  const answer = await client.ask({ method: 'GET', path, ...(signal === undefined ? {} : { signal }) });
  return answer.status === 404 ? null : jobFrom(own(successBody(answer), 'job'));
}

/** Asks a job to end; `null` for an unknown id. @throws DaemonError */
export async function cancelJob(client: DaemonClient, id: string): Promise<SeenJob | null> {
  const answer = await client.ask({ method: 'POST', path: `/jobs/${encodeURIComponent(id)}/cancel`, body: {} });
  return answer.status === 404 ? null : jobFrom(own(successBody(answer), 'job'));
}

/** A page of jobs, newest first, as the daemon answers it. @throws DaemonError */
export async function listJobs(client: DaemonClient, query: URLSearchParams): Promise<JsonObject> {
  return successBody(await client.ask({ method: 'GET', path: `/jobs?${query}` }));
}

/** A piece of what a job printed; `null` for an unknown id. @throws DaemonError */
export async function readOutput(
  client: DaemonClient,
  id: string,
  stream: StreamName,
  from: number,
): Promise<OutputChunk | null> {
  const path = `/jobs/${encodeURIComponent(id)}/output?stream=${stream}&from=${from}`;
  const answer = await client.ask({ method: 'GET', path });
  if (answer.status === 404) return null;
  const body = successBody(answer);
  const count = (name: string): number => {
    const value = own(body, name);
    return typeof value === 'number' ? value : 0;
  };
  const gap = own(body, 'gap');
  return {
    from: count('from'),
    next: count('next'),
    end: count('end'),
    text: String(own(body, 'text') ?? ''),
    ...(isMapping(gap) ? { gap: { from: Number(own(gap, 'from')), to: Number(own(gap, 'to')) } } : {}),
    eof: own(body, 'eof') === true,
  };
}

function jobFrom(value: unknown): SeenJob {
  const job = seenJob(value);
  if (job !== null) return job;
  throw daemonError(
    'not_ours',
    'the daemon answered with something that is no job',
    'Is it of another version? Restart it.',
  );
}

/** The body of an answer that should have been a success. @throws DaemonError with the daemon's own words otherwise. */
function successBody({ status, body }: DaemonAnswer): JsonObject {
  if (status < 400 && isMapping(body)) return body;
  const said = isMapping(body) ? own(body, 'error') : undefined;
  const hint = isMapping(body) ? own(body, 'hint') : undefined;
  throw daemonError(
    'failed',
    `the daemon answered ${status}: ${String(said ?? 'no reason given')}`,
    String(hint ?? ''),
  );
}

/** A refusal in the one shape of all envelopes, also where the request got no further than the guard. */
function refusalEnvelope({ status, body }: DaemonAnswer): JsonObject {
  const fields = isMapping(body) ? body : {};
  if (typeof own(fields, 'failure_kind') === 'string') return fields;
  const kind = status === 429 ? 'at_capacity' : status >= 500 ? 'spawn_error' : 'bad_args';
  return { ...fields, ...failure(kind, String(own(fields, 'error') ?? `the daemon answered ${status}`)) };
}
