import { cloneJson, isList, isMapping, type Json, type JsonObject, own } from '../lib/json.ts';
import { operatorHolds } from './operators.ts';
import { resolveTiers } from './tiers.ts';

/** Where the rules of a decision come from: the policy's keys of the same names, unvalidated. */
export interface RuleTable {
  readonly rules: unknown;
  /** Output when no rule matches. */
  readonly default: unknown;
  /** Tier table that `model: T2` in an output refers to. */
  readonly tiers: unknown;
  /** What the clause field `blocked_model` is evaluated against: is the requested model banned or cooling down? */
  readonly blockedModel?: boolean;
}

/** What the rules decided, tier aliases resolved. `ruleId` is null for the default, else the id as written. */
export interface MatchResult {
  readonly output: JsonObject;
  readonly ruleId: Json;
}

/**
 * The first rule in file order whose clauses all hold decides; else the default does. Pure; the result shares nothing
 * with the policy; no value of a policy makes it throw.
 */
export function matchRules(features: unknown, table: RuleTable): MatchResult {
  return resultOf(findMatch(features, table.rules, table.blockedModel ?? false), table);
}

/** A rule that matched, and its position in the list. */
export interface RuleMatch {
  readonly index: number;
  readonly rule: JsonObject;
}

/** What a match decides; the default's word where there is none. The result shares nothing with the policy. */
export function resultOf(match: RuleMatch | null, table: Pick<RuleTable, 'default' | 'tiers'>): MatchResult {
  const chosen = match === null ? table.default : own(match.rule, 'then');
  const output = resolveTiers(isMapping(chosen) ? chosen : {}, table.tiers);
  return { output, ruleId: match === null ? null : (own(match.rule, 'id') ?? null) };
}

/** The first enabled rule that matches and has something to say. */
export function findMatch(features: unknown, rules: unknown, blockedModel = false): RuleMatch | null {
  if (!isList(rules)) return null;
  for (const [index, rule] of rules.entries()) {
    if (isMapping(rule) && ruleApplies(rule, features, blockedModel)) return { index, rule };
  }
  return null;
}

function ruleApplies(rule: JsonObject, features: unknown, blockedModel: boolean): boolean {
  // Only the literal `false` switches a rule off: a mistyped `enabled` is for lint to refuse, not for us to guess.
  if (own(rule, 'enabled') === false) return false;
  const when = own(rule, 'when');
  const then = own(rule, 'then');
  if (!isMapping(when) || !isMapping(then) || Object.keys(then).length === 0) return false;
  const fields = Object.keys(when);
  return fields.length > 0 && fields.every((field) => clauseHolds(field, when[field], features, blockedModel));
}

/**
 * Does one clause of a `when` hold? All its operators must. A condition that is not a mapping never holds (`has_code:
 * true` is not read as an implied `eq`); an empty one holds as soon as the feature is there.
 */
export function clauseHolds(field: string, condition: unknown, features: unknown, blockedModel: boolean): boolean {
  if (!isMapping(condition)) return false;
  const actual = actualValue(field, features, blockedModel);
  if (actual === undefined) return false;
  return Object.keys(condition).every((op) => operatorHolds(op, actual, condition[op]));
}

/** What a clause is compared with; `undefined` when the feature is absent. `blocked_model` is never a feature. */
export function actualValue(field: string, features: unknown, blockedModel: boolean): Json | undefined {
  if (field === 'blocked_model') return blockedModel;
  return isMapping(features) ? own(features, field) : undefined;
}

/** The entries of a rule's `when` that hold, as written; what a display shows as the reason. */
export function matchedClauses(rule: unknown, features: unknown, blockedModel: boolean): JsonObject {
  const when = isMapping(rule) ? own(rule, 'when') : undefined;
  if (!isMapping(when)) return {};
  const holding = Object.keys(when).filter((field) => clauseHolds(field, when[field], features, blockedModel));
  return Object.fromEntries(holding.map((field) => [field, cloneJson(when[field])]));
}
