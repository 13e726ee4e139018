import { isList, isMapping, type JsonObject, own } from '../../lib/json.ts';
import { comparable } from '../../rules/scalars.ts';
import { ruleLabel } from './rules.ts';
import { isName } from './values.ts';

/** Advice on what this build reads past: keys of other features and values that mean nothing here. */
export function ignoredKeyWarnings(policy: JsonObject): string[] {
  const warnings = ['alignment', 'shadow']
    .filter((key) => own(policy, key) !== undefined)
    .map((key) => `'${key}' is kept in the file but ignored: this build has no such feature`);
  const output = own(policy, 'default');
  if (isMapping(output)) warnings.push(...actionWarnings("default: 'action'", output));
  const classifier = own(policy, 'classifier');
  const failure = isMapping(classifier) ? own(classifier, 'on_total_failure') : undefined;
  if (failure !== undefined && failure !== null && failure !== 'heuristic' && failure !== 'fail_safe')
    warnings.push("classifier.on_total_failure: only 'heuristic' and 'fail_safe' are known, and both mean fail_safe");
  return warnings;
}

/** Advice on rules that are legal and do not do what they seem to say. */
export function ruleWarnings(policy: JsonObject): string[] {
  const rules = own(policy, 'rules');
  if (!isList(rules)) return [];
  return rules.flatMap((rule, index) => {
    if (!isMapping(rule)) return [];
    const label = ruleLabel(rule, index);
    const warnings = deadComparisonWarnings(label, own(rule, 'when'));
    const then = own(rule, 'then');
    if (isMapping(then)) warnings.push(...actionWarnings(`${label}: then.action`, then));
    if (own(rule, 'priority') !== undefined)
      warnings.push(`${label}: 'priority' has no effect: rules are tried in the order of the file`);
    return warnings;
  });
}

function actionWarnings(where: string, output: JsonObject): string[] {
  const action = own(output, 'action');
  if (action === undefined || action === null || action === 'classify') return [];
  return [`${where}: only 'classify' has a meaning; anything else ends in fail_safe`];
}

function deadComparisonWarnings(label: string, when: unknown): string[] {
  if (!isMapping(when)) return [];
  return Object.keys(when).flatMap((field) => {
    const condition = when[field];
    if (!isMapping(condition)) return [];
    return ['gt', 'gte', 'lt', 'lte']
      .filter((op) => Object.hasOwn(condition, op) && comparable(condition[op]) === null)
      .map((op) => `${label}: when.${field}.${op} compares with something that is not a number, so it never holds`);
  });
}

/** Advice on profiles that a policy names and that are not among those that exist. */
export function profileWarnings(policy: JsonObject, profiles: readonly string[]): string[] {
  const rules = own(policy, 'rules');
  const outputs: [where: string, output: unknown][] = [
    ...(isList(rules) ? rules : []).flatMap((rule, index): [string, unknown][] =>
      isMapping(rule) ? [[`${ruleLabel(rule, index)}: then.profile`, own(rule, 'then')]] : [],
    ),
    ['default.profile', own(policy, 'default')],
    ['fail_safe.profile', own(policy, 'fail_safe')],
  ];
  return outputs.flatMap(([where, output]) => {
    const profile = isMapping(output) ? own(output, 'profile') : undefined;
    return isName(profile) && !profiles.includes(profile) ? [`${where}: profile '${profile}' does not exist`] : [];
  });
}
