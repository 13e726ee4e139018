/** The public core: pure functions, no I/O, no clock, no global randomness. Everything else of this package is private. */
export { planChain } from './chain/plan.ts';
export type { ChainPlan, Hop } from './chain/plan-shape.ts';
export { effectiveThreshold } from './models/thresholds.ts';
export { priceWindowProblems } from './models/window-problems.ts';
export { effectivePrice, inExpensiveWindow, nextWindowChange, priceMultiplier } from './models/windows.ts';
export { lintFindings } from './policy/lint/findings.ts';
export { lintPolicy } from './policy/lint/lint.ts';
export { lintWarnings } from './policy/lint/warnings.ts';
export type { Explanation } from './router/explain.ts';
export { explainTask } from './router/explain.ts';
export type { ExplainInputError } from './router/input-error.ts';
export { matchRules } from './rules/match.ts';
export { isShadowed } from './rules/shadow.ts';
export { extractSignals } from './signals/extract.ts';
export type { Features } from './signals/features.ts';
