import { composePrompt } from '../router/compose-prompt.ts';
import { baseFields, OWN_MODEL, stoppedEnvelope } from './attempt-envelope.ts';
import { openBreakerReport } from './breaker-report.ts';
import { type Envelope, failure } from './envelope.ts';
import { attemptTargets } from './failover.ts';
import { type JobParts, type LiveJob, stopReasonOf, unlessStopped } from './parts.ts';
import { profileProblem } from './profile-choice.ts';
import type { RouteAnswer } from './routing.ts';
import { runAttempt } from './run-attempt.ts';
import { explicitTarget, type Target } from './targets.ts';

/** Where a job runs. */
interface Plan {
  readonly profile: string;
  readonly targets: readonly Target[];
  /** The pair whose probe the decision may hold. */
  readonly head: Target | null;
}

/** What deciding came to: a plan to run, or already the end. */
type Decided = { readonly kind: 'plan'; readonly plan: Plan } | { readonly kind: 'end'; readonly envelope: Envelope };

/** Runs a job that holds a slot, from its routing to its envelope. Never rejects, whatever goes wrong inside. */
export async function runJob(parts: JobParts, live: LiveJob): Promise<Envelope> {
  try {
    const decided = await decide(parts, live);
    return decided.kind === 'plan' ? await runPlan(parts, live, decided.plan) : decided.envelope;
  } catch (error) {
    // A fault of ours must end the job like any other failure: its slot and its caller wait for it.
    const name = error instanceof Error ? error.name : typeof error;
    return failure('spawn_error', `The router failed while it ran the job (${name})`, {
      ...baseFields({ jobId: live.id, profile: '', target: OWN_MODEL }, 0),
      reason: 'internal',
    });
  }
}

async function decide(parts: JobParts, live: LiveJob): Promise<Decided> {
  const { request } = live;
  if (request.profile !== '') {
    // It was there at the submission; the job may have waited since.
    const problem = profileProblem(parts.paths, request.profile);
    if (problem !== null) return ended({ ...problem.envelope, failure_kind: 'unknown_profile' });
    return planned({
      profile: request.profile,
      targets: [explicitTarget(request, parts.router.document())],
      head: null,
    });
  }
  const deciding = parts.router.decide(request, live.id);
  const answer = await unlessStopped(live, deciding);
  if (answer === null) {
    // The decision is still being made: what it takes from the breaker is given back when it is there.
    void deciding.then((late) => releaseLate(parts, late));
    return ended(stoppedNow(live, ''));
  }
  if (answer.kind === 'declined') {
    parts.registry.change(live.id, { decisionId: answer.decisionId });
    return ended(answer.envelope);
  }
  const { profile, targets, head, decisionId } = answer;
  const first = targets[0] ?? OWN_MODEL;
  parts.registry.change(live.id, { profile, decisionId, model: first.model, provider: first.provider });
  const problem = profileProblem(parts.paths, profile);
  if (problem === null) return planned({ profile, targets, head });
  await openBreakerReport(parts, head).release();
  // The policy named it: whatever is wrong with the name, its profile is not there.
  return ended({ ...problem.envelope, failure_kind: 'unknown_profile' });
}

function planned(plan: Plan): Decided {
  return { kind: 'plan', plan };
}

function ended(envelope: Envelope): Decided {
  return { kind: 'end', envelope };
}

async function runPlan(parts: JobParts, live: LiveJob, plan: Plan): Promise<Envelope> {
  const settings = parts.settings();
  const job = parts.registry.get(live.id);
  const state = job?.state;
  if (job === undefined || state === undefined || !('slotAt' in state)) return stoppedNow(live, plan.profile);
  if (state.name === 'routing')
    parts.registry.change(live.id, { state: { name: 'running', slotAt: state.slotAt, startedAt: parts.now() } });
  const breaker = openBreakerReport(parts, plan.head);
  const sinks = await parts.files.open(live.id).catch(() => null);
  if (sinks === null) {
    await breaker.release();
    return noFolder(live, plan);
  }
  const prompt = composePrompt(live.request.prompt, live.request.context);
  const context = { parts, live, profile: plan.profile, prompt, settings, sinks, breaker };
  try {
    const results = await attemptTargets({
      targets: plan.targets,
      totalSeconds: job.timeoutS,
      failover: live.request.failover ?? settings.failover,
      monotonic: parts.monotonic,
      admits: (target) => breaker.admits(target),
      attempt: (order) => runAttempt(context, order),
    });
    return results.at(-1)?.envelope ?? stoppedNow(live, plan.profile);
  } finally {
    await breaker.release();
    for (const sink of Object.values(sinks)) await sink.close().catch(() => undefined);
  }
}

function noFolder(live: LiveJob, { profile, targets }: Plan): Envelope {
  const base = baseFields({ jobId: live.id, profile, target: targets[0] ?? OWN_MODEL }, 0);
  const error = "Nothing was started: the job's folder cannot be written";
  return failure('spawn_error', error, { ...base, reason: 'state_unwritable' });
}

async function releaseLate(parts: JobParts, answer: RouteAnswer): Promise<void> {
  if (answer.kind === 'routed') await openBreakerReport(parts, answer.head).release();
}

function stoppedNow(live: LiveJob, profile: string): Envelope {
  return stoppedEnvelope({ jobId: live.id, profile, target: OWN_MODEL }, stopReasonOf(live) ?? 'cancelled');
}
