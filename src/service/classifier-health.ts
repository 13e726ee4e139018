import { grantProblem } from '../classifier/grants.ts';
import type { ClassifierHealth } from '../classifier/health.ts';
import { classifierSettings } from '../classifier/settings.ts';
import type { RoutingContext } from './context.ts';

/** `classifier_health` of `/status`: the last attempt, and whether the hops of the policy in use could be asked now. Asks nobody. */
export function readClassifierHealth(context: Pick<RoutingContext, 'live' | 'policy'>): ClassifierHealth {
  const { classifier } = context.live;
  if (classifier === null)
    return { state: 'unavailable', reason: 'this process has no LLM access', fix: null, last_50: {} };
  const settings = classifierSettings(context.policy.read().inUse.document, classifier.isTaskRouted());
  return classifier.record.health(grantProblem(classifier.checkGrant, settings));
}
