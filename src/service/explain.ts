import type { Blocklist } from '../blocklist/blocklist.ts';
import type { JsonObject } from '../lib/json.ts';
import type { PolicySnapshot } from '../policy/store.ts';
import { type DryRun, type DryRunRequest, dryRun, type Explanation, traceDecision } from '../router/explain.ts';
import { type RawExplainInput, readExplainInput } from '../router/explain-input.ts';
import { policyInvalid } from '../router/input-error.ts';
import { preparePolicy } from '../router/prepared-policy.ts';
import { banRefusal, type Refusal, type RefusalQuery } from '../router/refused.ts';
import type { ServiceContext } from './context.ts';
import { type PolicyInUseView, policyInUseView } from './policy-in-use.ts';

/** The `/explain` body. */
export type ExplainBody = DryRun & { readonly policy_in_use: PolicyInUseView };

/** The `/trace` body: the dry run and its reasons. */
export type TraceBody = Explanation & { readonly policy_in_use: PolicyInUseView };

/**
 * A dry run at the current hour, or at the given one. Spends no half-open probe, logs nothing, asks no classifier.
 * @throws ExplainInputError for wrong parameters, then for a policy that has lint errors. A file that cannot even be loaded is explained
 *   on the last good policy, which `policy_in_use` says.
 */
export function explainRequest(context: ServiceContext, raw: RawExplainInput): ExplainBody {
  const { snapshot, request } = prepareRequest(context, raw);
  return { ...dryRun(snapshot.inUse, request), policy_in_use: policyInUseView(snapshot) };
}

/**
 * As `explainRequest`, with `why_not`, and with `if_unclassified` where the model is left to the classifier.
 * @throws ExplainInputError as `explainRequest` does.
 */
export function traceRequest(context: ServiceContext, raw: RawExplainInput): TraceBody {
  const { snapshot, request } = prepareRequest(context, raw);
  return { ...traceDecision(snapshot.inUse, request), policy_in_use: policyInUseView(snapshot) };
}

function prepareRequest(
  context: ServiceContext,
  raw: RawExplainInput,
): { readonly snapshot: PolicySnapshot; readonly request: DryRunRequest } {
  const input = readExplainInput(raw);
  const snapshot = context.policy.read();
  requireExplainable(snapshot);
  const request: DryRunRequest = {
    ...input,
    at: input.at ?? context.now(),
    atSource: input.at === null ? 'now' : 'explicit',
    refusal: refusalQuery(context.blocklist, snapshot.inUse.document),
  };
  return { snapshot, request };
}

/**
 * Lint errors must be seen, so they are never explained away with an older policy. A file that cannot be loaded may be, and so may a sound
 * one that is still being written: decisions run on the last good policy then.
 */
function requireExplainable({ document, errors, inUse, loadError }: PolicySnapshot): void {
  if (inUse.source === 'file') return;
  if (loadError === null) preparePolicy(document);
  else if (inUse.source === 'unvalidated') throw policyInvalid(errors);
}

/**
 * What bans and the breaker refuse under a policy, for one dry run. Each pair is asked once: two looks could fall on both sides of a
 * cooldown's end. Spends no half-open probe.
 */
export function refusalQuery(blocklist: Blocklist, document: JsonObject): RefusalQuery {
  const asked = new Map<string, Refusal | null>();
  const isRefused = blocklist.refusals(document);
  const ask: RefusalQuery = (model, provider) => {
    if (!isRefused(model, provider)) return null;
    const { state, breaker } = blocklist.livenessState(document, model, provider);
    if (state === 'dead' || !('retry_at' in breaker)) return banRefusal(model, provider);
    const reason = breaker.state === 'OPEN' ? 'breaker_open' : 'breaker_half_open';
    return { reason, nearest: `wait until ${breaker.retry_at}, when the breaker lets a probe through` };
  };
  return (model, provider) => {
    const key = JSON.stringify([model, provider]);
    const known = asked.get(key);
    if (known !== undefined) return known;
    const answer = ask(model, provider);
    asked.set(key, answer);
    return answer;
  };
}
