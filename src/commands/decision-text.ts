import type { ChainPlan } from '../chain/plan-shape.ts';
import { isList, isMapping, type Json, type JsonObject, own } from '../lib/json.ts';
import type { Explanation } from '../router/explain.ts';
import { plainText } from './output.ts';

/** The part of an explanation that its text is made of; `/trace` answers it too. */
export type DecisionParts = Pick<Explanation, 'decision' | 'chain_plan' | 'why_not' | 'if_unclassified'>;

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** `gpt-5.5 @ openai-codex` */
export function hopText({ model: id, provider }: { readonly model?: unknown; readonly provider?: unknown }): string {
  const model = plainText(String(id ?? '(profile default)'));
  return typeof provider === 'string' && provider !== '' ? `${model} @ ${plainText(provider)}` : model;
}

/** The decision in one line: `profile coder, T4 = gpt-5.5 @ openai-codex (rule hard-verbs)`. `rules` are the policy's own. */
export function decisionLine(parts: DecisionParts, rules: unknown): string {
  const { output, matched_rule_id: ruleId } = parts.decision;
  const by = ruleId === null ? 'no rule matched: the default' : `rule ${plainText(String(ruleId))}`;
  const profile = own(output, 'profile');
  const who = typeof profile === 'string' ? `profile ${plainText(profile)}` : 'no profile';
  if (own(output, 'deny') === true) return `refused (${by})`;
  const unclassified = parts.if_unclassified;
  if (unclassified !== undefined) {
    const failSafe = `${plainText(unclassified.model)} @ ${plainText(unclassified.provider)}`;
    return `${who}, the classifier chooses the model (${by}); without one: profile ${plainText(unclassified.profile)}, fail_safe = ${failSafe}`;
  }
  const tier = tierAlias(ruleId, rules);
  return `${who}, ${tier === null ? '' : `${tier} = `}${hopText(output)} (${by})`;
}

/** The alias that the matched rule's `then.model` names, or null where it names a model itself. */
function tierAlias(ruleId: Json, rules: unknown): string | null {
  const rule = isList(rules) ? rules.find((row) => isMapping(row) && own(row, 'id') === ruleId) : undefined;
  const then = isMapping(rule) ? own(rule, 'then') : undefined;
  const model = isMapping(then) ? own(then, 'model') : undefined;
  return typeof model === 'string' && /^T\d+$/.test(model) ? model : null;
}

/** `verb_class eq "hard", has_code eq true`; empty for the default. */
export function clausesText(clauses: JsonObject): string {
  return Object.entries(clauses)
    .flatMap(([field, condition]) =>
      isMapping(condition)
        ? Object.entries(condition).map(([op, target]) => `${field} ${op} ${JSON.stringify(target)}`)
        : [],
    )
    .map(plainText)
    .join(', ');
}

/** The attempt order, one line a hop. */
export function chainLines(plan: ChainPlan): string[] {
  return plan.chain.map((hop, index) => `${index + 1}. ${hopText(hop)}`);
}

/** Why the rest did not decide, one line a rule and one a hop. */
export function whyNotLines({ why_not: whyNot }: DecisionParts): string[] {
  const rules = whyNot.rules.map((row) => `rule ${String(row.rule_id)}: ${row.nearest}`);
  const hops = whyNot.hops.map((row) => `${hopText(row)}: ${row.reason}; ${row.nearest}`);
  return [...rules, ...hops].map(plainText);
}

/** `2026-08-17T07:00Z, Mon (explicit)`, or what a plan without a clock means. */
export function momentText(at: Date | null, source: string): string {
  if (at === null) return 'time-agnostic: base prices, no time cap, no time policy';
  return `${at.toISOString().slice(0, 16)}Z, ${WEEKDAYS[(at.getUTCDay() + 6) % 7]} (${source})`;
}
