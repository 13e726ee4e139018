import { asMapping, asMappings, asText } from '../../wire/read.ts';

/**
 * The tier that a rule, or the default for `ruleId` null, sends a task to (`T4`); null where it names a model itself. A tier's name is taken
 * from what the rule says, never from its model: two tiers may share one. `policy` is the `/policy` answer.
 */
export function ruleTier(policy: unknown, ruleId: unknown): string | null {
  const { rules, default: fallThrough, tiers } = asMapping(policy);
  const decided = (ruleId ?? null) === null ? fallThrough : asMappings(rules).find(({ id }) => id === ruleId)?.then;
  const model = asText(asMapping(decided).model);
  return model !== null && Object.hasOwn(asMapping(tiers), model) ? model : null;
}
