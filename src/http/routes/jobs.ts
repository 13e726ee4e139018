import type { FastifyInstance } from 'fastify';
import { DEFAULT_LIST_LIMIT, MAX_LIST_LIMIT } from '../../jobs/list.ts';
import { STATE_NAMES } from '../../jobs/state.ts';
import { STREAM_NAMES } from '../../jobs/store/job-files.ts';
import type { ServiceContext } from '../../service/context.ts';
import { readJobDecision } from '../../service/jobs.ts';
import { apiError } from '../errors.ts';
import { refuseUnknown } from '../fields.ts';
import type { Query } from '../query.ts';

/** Longest a poll may wait, in seconds: every answer comes within 8, before the WebUI's proxy gives up. */
const MAX_WAIT_SECONDS = 7;

interface JobRoute {
  readonly Params: { readonly id: string };
  readonly Querystring: Query;
}

/** The jobs: delegate, list, follow, read what was printed, stop. */
export function jobsRoutes(app: FastifyInstance, { jobs, ...context }: ServiceContext): void {
  app.post('/jobs', { config: { jsonOnly: true, namedClient: true } }, async (request, reply) => {
    const submission = await jobs.submit(request.body ?? {});
    if (submission.kind === 'inline') return reply.send(submission.answer);
    return reply.code(submission.kind === 'accepted' ? 202 : 200).send({ job: submission.job });
  });
  app.get<{ Querystring: Query }>('/jobs', async (request, reply) => {
    const { state, limit, cursor = '' } = request.query;
    const query = { state: oneOf('state', STATE_NAMES, state), limit: pageSize(limit), cursor };
    return reply.send(await jobs.list(query));
  });
  app.get<JobRoute>('/jobs/:id', async (request, reply) => {
    const { wait, rev } = request.query;
    const seconds = Math.min(MAX_WAIT_SECONDS, wholeNumber('wait', wait) ?? 0);
    const job = found(await jobs.find(request.params.id, { seconds, rev: wholeNumber('rev', rev) }));
    return reply.send({ job });
  });
  app.get<JobRoute>('/jobs/:id/output', async (request, reply) => {
    const { stream, from } = request.query;
    const name = oneOf('stream', STREAM_NAMES, stream) ?? 'stdout';
    return reply.send(found(await jobs.output(request.params.id, name, wholeNumber('from', from) ?? 0)));
  });
  app.post<JobRoute>('/jobs/:id/cancel', { config: { jsonOnly: true } }, async (request, reply) => {
    refuseUnknown(request.body, []);
    return reply.send({ job: found(await jobs.cancel(request.params.id)) });
  });
  app.get<JobRoute>('/jobs/:id/decision', async (request, reply) =>
    reply.send(found(await readJobDecision({ jobs, ...context }, request.params.id))),
  );
}

/** @throws ApiError job_not_found */
function found<T>(answer: T | null): T {
  if (answer === null) throw apiError('job_not_found');
  return answer;
}

/** @throws ApiError invalid_field */
function wholeNumber(name: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(value)) return value;
  throw apiError('invalid_field', `${name} must be a whole number from 0`);
}

function pageSize(text: string | undefined): number {
  return Math.min(MAX_LIST_LIMIT, Math.max(1, wholeNumber('limit', text) ?? DEFAULT_LIST_LIMIT));
}

/** @throws ApiError invalid_field */
function oneOf<Word extends string>(name: string, words: readonly Word[], text: string | undefined): Word | null {
  if (text === undefined) return null;
  const word = words.find((known) => known === text);
  if (word === undefined) throw apiError('invalid_field', `${name} must be one of ${words.join(', ')}`);
  return word;
}
