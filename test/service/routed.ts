import { readFileSync } from 'node:fs';
import { isMapping, type JsonObject } from '../../src/lib/json.ts';
import type { ServiceContext } from '../../src/service/context.ts';
import type { RouteBody } from '../../src/service/route.ts';

/** The example policy as it is shipped. */
export const EXAMPLE = readFileSync(new URL('../../router.example.yaml', import.meta.url), 'utf8');

/** The decisions that stand in the log, oldest first. */
export function recordsOf(context: ServiceContext): JsonObject[] {
  const lines = readFileSync(context.decisionLog.health().path, 'utf8').trimEnd().split('\n');
  return lines.map((line): unknown => JSON.parse(line)).filter(isMapping);
}

/** The hops of an answer's plan as `model@provider`. */
export function hopsOf({ chain_plan: plan }: RouteBody): string[] {
  return plan.chain.map(({ model, provider }) => `${model}@${provider}`);
}
