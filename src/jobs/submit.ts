import { createHash } from 'node:crypto';
import { setting } from '../hermes/paths.ts';
import { taskPreview } from '../journal/decision-record.ts';
import type { JsonObject } from '../lib/json.ts';
import { failure } from './envelope.ts';
import { type Job, type KeptRequest, NO_OUTPUT } from './job.ts';
import { newJobId } from './job-id.ts';
import type { JobParts } from './parts.ts';
import { profileProblem } from './profile-choice.ts';
import { jobRefusal } from './refusal.ts';
import { AUTO, type JobRequest, parseJobRequest } from './request.ts';
import type { RoutePreview } from './routing.ts';
import { explicitTarget } from './targets.ts';
import { totalSeconds } from './watchdog/ladder.ts';
import { folderProblem, inheritedFolder } from './working-folder.ts';

/** What the caller is told to do itself, in its own process: the target is the profile that it runs under already. */
export interface InlineAnswer {
  readonly inline: true;
  readonly tool: 'delegate_task';
  readonly arguments: { readonly goal: string; readonly context?: string; readonly model?: string };
}

/** A checked request, and what it became: a job that is not accepted yet, or work for the caller. */
export type Admission =
  | { readonly kind: 'job'; readonly job: Job; readonly request: JobRequest }
  | { readonly kind: 'inline'; readonly answer: InlineAnswer };

/** Reads a body. @throws JobRefusal bad_args */
export function readRequest(body: unknown): JobRequest {
  const parsed = parseJobRequest(body);
  if (parsed.ok) return parsed.request;
  throw jobRefusal('bad_args', failure('bad_args', parsed.error));
}

/** sha256 of a request: the same under one idempotency key is the same request. */
export function requestHash(request: JobRequest): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('hex');
}

/**
 * Decides at once what can be known at once: the profile exists, the rules do not refuse the task, the folder is there. Changes nothing.
 * @throws JobRefusal
 */
export function admit(parts: JobParts, request: JobRequest): Admission {
  const preview = request.profile === '' ? openPreview(parts.router.preview(request)) : null;
  const profile = preview?.profile ?? request.profile;
  if (profile !== '') requireProfile(parts, profile, preview !== null);
  if (request.mayInline && profile !== '' && profile === request.activeProfile)
    return { kind: 'inline', answer: inlineAnswer(request, request.model || (preview?.model ?? '')) };
  return { kind: 'job', job: newJob(parts, request), request };
}

function openPreview(preview: RoutePreview): Extract<RoutePreview, { kind: 'open' }> {
  if (preview.kind === 'refused') throw jobRefusal(preview.code, preview.envelope);
  return preview;
}

function requireProfile(parts: JobParts, profile: string, isRouted: boolean): void {
  const problem = profileProblem(parts.paths, profile);
  if (problem === null) return;
  const { envelope } = problem;
  if (problem.kind === 'malformed' && !isRouted) throw jobRefusal('bad_args', envelope);
  throw jobRefusal('unknown_profile', { ...envelope, failure_kind: 'unknown_profile' });
}

function inlineAnswer({ prompt, context }: JobRequest, model: string): InlineAnswer {
  return {
    inline: true,
    tool: 'delegate_task',
    arguments: { goal: prompt, ...(context === '' ? {} : { context }), ...(model === '' ? {} : { model }) },
  };
}

function newJob(parts: JobParts, request: JobRequest): Job {
  const target = request.profile === '' ? request : explicitTarget(request, parts.router.document());
  return {
    id: newJobId(),
    rev: 1,
    createdAt: parts.now(),
    state: { name: 'queued' },
    request: keptRequest(request),
    requestHash: requestHash(request),
    promptPreview: taskPreview(request.prompt),
    profile: request.profile,
    model: target.model,
    provider: target.provider,
    cwd: workingFolder(parts, request.cwd),
    timeoutS: totalSeconds(request.timeoutSeconds, parts.settings()),
    decisionId: null,
    warnings: warningsAbout(request, target.provider),
    attempts: [],
    output: NO_OUTPUT,
  };
}

function workingFolder(parts: JobParts, cwd: string): string {
  if (cwd === '') return inheritedFolder(setting(parts.env, 'HOME') ?? parts.paths.root);
  const reason = folderProblem(cwd);
  if (reason === null) return cwd;
  const fields: JsonObject = { reason, cwd, hint: 'Give the absolute path of a folder that exists, or leave cwd out.' };
  throw jobRefusal('cwd_invalid', failure('cwd_invalid', `cwd ${JSON.stringify(cwd)}: ${REASONS[reason]}`, fields));
}

const REASONS = {
  cwd_not_absolute: 'is not an absolute path',
  cwd_missing: 'does not exist',
  cwd_not_dir: 'is not a folder',
  cwd_not_accessible: 'cannot be entered',
} as const;

function warningsAbout(request: JobRequest, provider: string): string[] {
  if (request.profile === '' || request.model === '' || provider !== '') return [];
  return [`the policy names no provider for ${request.model}: it runs on the profile's own provider`];
}

function keptRequest(request: JobRequest): KeptRequest {
  return {
    profile: request.profile === '' ? AUTO : request.profile,
    model: request.model,
    provider: request.provider,
    timeout: request.timeoutSeconds,
    session_id: request.sessionId,
    active_profile: request.activeProfile,
    idempotency_key: request.idempotencyKey,
    failover: request.failover,
    keep_background: request.keepBackground,
  };
}
