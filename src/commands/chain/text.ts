import type { ChainPlan } from '../../chain/plan-shape.ts';
import { MAX_REGISTERED_CONTEXT } from '../../models/capabilities.ts';
import { momentText } from '../decision-text.ts';
import type { Moment } from '../moment.ts';
import { plainText } from '../output.ts';
import type { ChainPayload } from './payload.ts';
import { multiplierText, priceText } from './pricing.ts';

/** The plan for a person, in the fixed order of the contract (spec: routing 16). */
export function chainText(payload: ChainPayload, moment: Moment): string {
  const plan = payload.chain_plan;
  return [
    `task: ${payload.task}`,
    `matched_rule: ${payload.matched_rule_id ?? '-'} (cause: ${payload.cause})`,
    `plan_source: ${payload.plan_source}`,
    `sized_from: ${payload.preview.sized_from} (${payload.preview.prompt_chars} characters)`,
    `at: ${momentText(moment.at, moment.source)}`,
    ...(payload.plan_time_aware ? [] : ['plan_time_aware: false']),
    `strategy: ${plan.strategy}`,
    `independent_rails: ${plan.independent_rails}`,
    `bypassed: ${plan.bypassed}`,
    ...unsatisfiable(plan),
    ...timeFlags(plan),
    `requirements: ${requirements(plan)}`,
    ...list(
      'eligible',
      plan.chain.map((hop) => label(hop.model, hop.provider)),
      true,
    ),
    ...list(
      'pricing',
      payload.pricing.map(
        (row) => `${label(row.model, row.provider)} ${multiplierText(row.multiplier)} ${priceText(row)}`,
      ),
    ),
    ...list(
      'rejected',
      plan.rejected.map((hop) => `${label(hop.model, hop.provider)}: ${hop.reject_reason}`),
    ),
    ...(plan.unknown.length === 0 ? [] : [`unknown_capabilities: ${plan.unknown.join(', ')}`]),
  ]
    .map(plainText)
    .join('\n');
}

function label(model: unknown, provider: unknown): string {
  return `${String(model)} (${typeof provider === 'string' && provider !== '' ? provider : '-'})`;
}

function list(name: string, lines: readonly string[], numbered = false): string[] {
  if (lines.length === 0) return [`${name}: ${numbered ? 'empty' : 'none'}`];
  return [`${name}:`, ...lines.map((line, index) => `  ${numbered ? `${index + 1}.` : '-'} ${line}`)];
}

function requirements(plan: ChainPlan): string {
  const entries = Object.entries(plan.requirements).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.length === 0 ? 'none derived' : entries.map(([key, value]) => `${key}=${value}`).join(' ');
}

function unsatisfiable(plan: ChainPlan): string[] {
  if (plan.unsatisfiable.length === 0) return [];
  const needed = plan.requirements.min_context ?? 0;
  return [
    `unsatisfiable: ${plan.unsatisfiable.join(', ')} needs ${needed} input tokens, the largest registered model takes ${MAX_REGISTERED_CONTEXT}`,
    '  split the task, or add a rail whose declared context_window is large enough',
  ];
}

/** Only the flags that are set, in the contract's order. */
function timeFlags(plan: ChainPlan): string[] {
  const names = (key: string, models: readonly string[]) =>
    models.length === 0 ? [] : [`${key}: ${models.join(', ')}`];
  const unmoved =
    plan.peak_priced.length > 0 && plan.demoted.length === 0
      ? ['  (peak prices, but nothing moved: no cheaper hop stands behind them)']
      : [];
  return [
    ...(plan.time_cap === undefined ? [] : [`time_cap: ${multiplierText(plan.time_cap.max_multiplier)}`]),
    ...names(
      'capped',
      plan.capped.map((hop) => `${hop.model} ${multiplierText(hop.multiplier)}`),
    ),
    ...names('demoted', plan.demoted),
    ...names('peak_priced', plan.peak_priced),
    ...unmoved,
    ...names('promoted', plan.promoted),
    ...(plan.time_cap_bypassed ? ['time_cap_bypassed: true'] : []),
    ...(plan.strategy_degraded ? [`strategy_degraded: ${plan.strategy_degraded_reason}`] : []),
  ];
}
