import type { FastifySchema } from 'fastify';
import { GUARD_FAILURES, responses } from './common.ts';
import {
  JobAnswer,
  JobBody,
  JobDecisionAnswer,
  JobPath,
  JobsAnswer,
  JobsQuery,
  OutputAnswer,
  OutputQuery,
  RepeatedOrInline,
  WaitQuery,
} from './jobs.ts';
import { NamedClient } from './live.ts';

const REFUSALS = [
  'bad_args',
  'unknown_profile',
  'idempotency_conflict',
  'queue_full',
  'client_header_required',
  'invalid_json',
  'body_too_large',
  'unsupported_media_type',
  'daemon_stopping',
  ...GUARD_FAILURES,
] as const;
const ONE_JOB = ['job_not_found', 'invalid_field', ...GUARD_FAILURES] as const;

/** The documentation of the routes about jobs, by method and path. */
export const JOB_ROUTE_SCHEMAS: Readonly<Record<string, FastifySchema & { readonly summary: string }>> = {
  'POST /jobs': {
    summary: 'Delegate: run a task under a profile, in a process of its own',
    headers: NamedClient,
    body: JobBody,
    response: { ...responses(RepeatedOrInline, REFUSALS), 202: JobAnswer },
  },
  'GET /jobs': {
    summary: 'The jobs, newest first',
    querystring: JobsQuery,
    response: responses(JobsAnswer, ['invalid_field', ...GUARD_FAILURES]),
  },
  'GET /jobs/:id': {
    summary: 'One job; waits for its next change where asked to',
    params: JobPath,
    querystring: WaitQuery,
    response: responses(JobAnswer, ONE_JOB),
  },
  'GET /jobs/:id/output': {
    summary: 'A piece of what a job printed',
    params: JobPath,
    querystring: OutputQuery,
    response: responses(OutputAnswer, ONE_JOB),
  },
  'POST /jobs/:id/cancel': {
    summary: 'Stop a job',
    params: JobPath,
    response: responses(JobAnswer, ['unsupported_media_type', 'unknown_field', ...ONE_JOB]),
  },
  'GET /jobs/:id/decision': {
    summary: 'The decision that a job ran on',
    params: JobPath,
    response: responses(JobDecisionAnswer, ONE_JOB),
  },
};
