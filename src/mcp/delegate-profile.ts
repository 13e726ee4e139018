import { followJob } from '../client/follow.ts';
import { cancelJob, submitJob } from '../client/jobs.ts';
import { recursionEnvelope } from '../client/recursion.ts';
import type { SeenJob } from '../client/seen-job.ts';
import { readHermesConfig } from '../hermes/config-file.ts';
import { setting } from '../hermes/paths.ts';
import { DEFAULT_PROFILE, listProfiles } from '../hermes/profiles.ts';
import { type FailureEnvelope, failure, RESULT_CHARS } from '../jobs/envelope.ts';
import { AUTO } from '../jobs/request.ts';
import { type WatchdogSettings, watchdogSettings } from '../jobs/watchdog/settings.ts';
import type { JsonObject } from '../lib/json.ts';
import { jobAnswer } from './job-answer.ts';
import { currentFolder, type Surroundings } from './surroundings.ts';
import {
  answered,
  outcome,
  refuseUnknownArguments,
  type Tool,
  type ToolCall,
  type ToolDefinition,
  waitSeconds,
} from './tool.ts';

/** Hermes gives a tool call 120 s unless its config says otherwise; the answer has to be there before (product decision). */
const DEFAULT_WAIT_SECONDS = 90;

/** `delegate_profile`: a task for another profile, in a process of its own. */
export function delegateProfile(surroundings: Surroundings, env: NodeJS.ProcessEnv): Tool {
  const name = 'delegate_profile';
  const define = () => definition(name, surroundings, env);
  return {
    name,
    define: () => (refusal(env) === null ? define() : null),
    call: async (call) => {
      const refused = refusal(env);
      if (refused !== null) return outcome(refused);
      refuseUnknownArguments(call.args, define().inputSchema);
      return delegate(call, surroundings);
    },
  };
}

/** Why nothing may be delegated from here: inside a job, or where a parent has switched it off. */
function refusal(env: NodeJS.ProcessEnv): FailureEnvelope | null {
  const inside = recursionEnvelope(env);
  if (inside !== null || setting(env, 'HERMES_DELEGATE_PROFILE_DISABLE') !== '1') return inside;
  const error = 'A delegated child must not re-enter the router (HERMES_DELEGATE_PROFILE_DISABLE=1)';
  return failure('routing_recursion', error, { hint: 'Do the task here instead of delegating it.' });
}

async function delegate({ args, client, signal, report }: ToolCall, { activeProfile }: Surroundings) {
  const seconds = waitSeconds(args, DEFAULT_WAIT_SECONDS);
  const { wait_seconds: _, ...asked } = args;
  const folder = currentFolder();
  const submitted = await submitJob(client, {
    ...(folder === null ? {} : { cwd: folder }),
    ...asked,
    ...(activeProfile === '' ? {} : { active_profile: activeProfile }),
  });
  if (submitted.kind === 'refused') return outcome(submitted.envelope);
  if (submitted.kind === 'inline') return answered(inlineAnswer(submitted.answer, activeProfile));
  report(submitted.job);
  const job = await whileCancellable(
    signal,
    () => cancelJob(client, submitted.job.id),
    () => followJob(client, submitted.job, { seconds, signal, onPoll: report }),
  );
  return job.ended ? outcome(jobAnswer(job)) : answered(jobAnswer(job));
}

/** As long as the caller waits, its giving up is the end of the job: nobody else knows of it. */
async function whileCancellable(
  signal: AbortSignal,
  cancel: () => Promise<unknown>,
  work: () => Promise<SeenJob>,
): Promise<SeenJob> {
  // A daemon that cannot be told now ends the job by its time limit.
  const stop = (): void => void cancel().catch(() => undefined);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await work();
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function inlineAnswer(answer: JsonObject, profile: string): JsonObject {
  return {
    ...answer,
    next: 'delegate_task',
    hint: `This task belongs to ${profile}, the profile you run as: nothing was started. Call delegate_task yourself with these arguments.`,
  };
}

function definition(name: string, { paths }: Surroundings, env: NodeJS.ProcessEnv): ToolDefinition {
  const settings = watchdogSettings({ config: readHermesConfig(paths.configFile), env });
  return {
    name,
    description: `Hand a task to another Hermes profile. It runs there as a process of its own and does not see this conversation: put everything it needs into prompt and context. Answers one JSON object: success, result (its last ${RESULT_CHARS} characters) or error, failure_kind, retryable (whether asking again may help), resume_hint. An answer with next "job_status" means that it still runs: call job_status, do not delegate again. An answer with inline true means that the task belongs to the profile you run as: call delegate_task with the arguments it gives.`,
    inputSchema: {
      type: 'object',
      properties: properties(settings, profileNames(paths)),
      required: ['prompt'],
      additionalProperties: false,
    },
  };
}

/** The profiles there are, and the router's choice. */
function profileNames(paths: Surroundings['paths']): string[] {
  return [...new Set([...listProfiles(paths), DEFAULT_PROFILE, AUTO])].sort();
}

function properties(settings: WatchdogSettings, profiles: readonly string[]): JsonObject {
  const { hard, ttfb, idle } = settings;
  return {
    prompt: { type: 'string', description: 'What is to be done, complete in itself.' },
    goal: { type: 'string', description: 'Older name of prompt.' },
    context: { type: 'string', description: 'What to know before the task; put in front of it.' },
    profile: {
      type: 'string',
      enum: profiles,
      description: `Who is to do it. Default: ${AUTO}, the router chooses profile and model by its policy.`,
    },
    model: {
      type: 'string',
      description: 'The model instead of the chosen one. Leave it out unless you were told to.',
    },
    timeout: {
      type: 'integer',
      description: `Total seconds, all attempts together. Default: ${hard} (${minutes(hard)} min). An attempt also ends after ${ttfb} s without any output, or ${idle} s of silence later on.`,
    },
    cwd: { type: 'string', description: 'Absolute path of the folder to work in. Default: where this server runs.' },
    wait_seconds: {
      type: 'number',
      description: `How long to wait for the end. Default: ${DEFAULT_WAIT_SECONDS}. The job goes on after it.`,
    },
  };
}

function minutes(seconds: number): string {
  return String(Math.round(seconds / 6) / 10);
}
