import type { JsonObject } from '../lib/json.ts';
import { REGISTERED_TASKS, taskSettings } from '../llm/auxiliary-tasks.ts';
import type { GrantProblem } from '../llm/grant.ts';
import { providerOf, textOf } from '../llm/provider-config.ts';
import { mayUseBuiltInTasks } from '../llm/trust.ts';
import { CLASSIFIER_TASK, type ClassifierSettings } from './settings.ts';

/** Looks whether a pair could be asked at this moment, without asking it. */
export type CheckGrant = (provider: string, model: string) => GrantProblem | null;

/**
 * What keeps every hop from being asked at this moment: the first one's problem, `null` while at least one may be asked, `unknown` where that shows
 * only by asking.
 */
export function grantProblem(check: CheckGrant, { hops }: ClassifierSettings): GrantProblem | null | 'unknown' {
  let first: GrantProblem | null = null;
  for (const { pair } of hops) {
    if (pair === null) return 'unknown';
    const problem = check(pair.provider, pair.model);
    if (problem === null) return null;
    first ??= problem;
  }
  return first;
}

/** Whether Hermes' config.yaml routes the auxiliary task `classifier`. */
export function isTaskRouted(config: JsonObject | null): boolean {
  const settings = taskSettings(CLASSIFIER_TASK, {
    config,
    tasks: REGISTERED_TASKS,
    mayFollowBuiltIn: mayUseBuiltInTasks(config),
    warn: () => undefined,
  });
  return providerOf(settings) !== null || textOf(settings, 'model') !== null || textOf(settings, 'base_url') !== null;
}
