import { isList, isMapping, type JsonObject, own } from '../lib/json.ts';

/** The pair that is tried first. `provider` is `""` where the hop names none. */
export interface AttemptedHead {
  readonly model: string;
  readonly provider: string;
}

/** Head of a plan: the first hop that is a mapping with a model. `null` where there is none. Accepts any shape. */
export function planHead(plan: unknown): AttemptedHead | null {
  const chain = isMapping(plan) ? own(plan, 'chain') : null;
  if (!isList(chain)) return null;
  for (const hop of chain) {
    const model = isMapping(hop) ? name(hop, 'model') : '';
    if (model !== '' && isMapping(hop)) return { model, provider: name(hop, 'provider') };
  }
  return null;
}

/**
 * The output as it is recorded: a copy with `attempted_model` (and `attempted_provider` unless blank) whenever the plan
 * has a head, even one equal to the declared model. `model` keeps meaning what the policy declared.
 */
export function withAttempted(output: JsonObject, plan: unknown): JsonObject {
  const head = planHead(plan);
  if (head === null) return { ...output };
  const attempted = { ...output, attempted_model: head.model };
  return head.provider === '' ? attempted : { ...attempted, attempted_provider: head.provider };
}

/**
 * The pair that a recorded output tried first: the attempted one, else the declared one, else two empty strings.
 * Accepts any shape.
 */
export function attemptedOf(output: unknown): AttemptedHead {
  if (!isMapping(output)) return { model: '', provider: '' };
  const attempted = name(output, 'attempted_model');
  if (attempted !== '') return { model: attempted, provider: name(output, 'attempted_provider') };
  return { model: name(output, 'model'), provider: name(output, 'provider') };
}

function name(mapping: JsonObject, key: string): string {
  const value = own(mapping, key);
  return typeof value === 'string' ? value : '';
}
