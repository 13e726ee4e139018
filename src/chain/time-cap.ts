import { isMapping } from '../lib/json.ts';
import { billingModeOf } from '../models/capabilities.ts';
import type { ClockReading } from '../models/clock.ts';
import { MULTIPLIER_TOLERANCE, multiplierAt } from '../models/windows.ts';
import type { CappedHop, Hop } from './plan-shape.ts';

/** A hop over the cap that stays because its rate is not in dollars. */
export interface ExemptHop extends CappedHop {
  readonly billing_mode: string;
}

/** What a time cap left of a chain. */
export interface CappedChain {
  readonly chain: readonly Hop[];
  readonly capped: readonly CappedHop[];
  readonly cap_exempt: readonly ExemptHop[];
  /** True when the cap would have left no named hop; the chain is then the whole one. */
  readonly bypassed: boolean;
}

/**
 * The cap a tier declares: `{max_multiplier}` or a bare number. `null` unless it is a finite number, so a string never
 * caps anything.
 */
export function readTimeCap(declared: unknown): number | null {
  const cap = isMapping(declared) ? declared.max_multiplier : declared;
  return typeof cap === 'number' && Number.isFinite(cap) ? cap : null;
}

/**
 * Removes the hops whose rate is above `cap` (equal is allowed). Only rails paid in dollars (metered, subscription)
 * can go: a plan's multiplier counts credits, and a mode nobody declared is left alone. A cost control never empties a
 * chain.
 */
export function applyTimeCap(chain: readonly Hop[], cap: number | null, clock: ClockReading | null): CappedChain {
  if (cap === null || clock === null) return { chain, capped: [], cap_exempt: [], bypassed: false };
  const kept: Hop[] = [];
  const capped: CappedHop[] = [];
  const exempt: ExemptHop[] = [];
  let survivors = 0;
  for (const hop of chain) {
    const model = typeof hop.model === 'string' ? hop.model : '';
    const multiplier = multiplierAt(model, clock, hop);
    const isOver = model !== '' && multiplier - cap > MULTIPLIER_TOLERANCE;
    const mode = isOver ? billingModeOf(model, hop) : null;
    if (mode === 'metered' || mode === 'subscription') {
      capped.push({ model, multiplier });
      continue;
    }
    if (isOver) exempt.push({ model, multiplier, billing_mode: mode ?? 'unknown' });
    if (model !== '') survivors += 1;
    kept.push(hop);
  }
  const bypassed = capped.length > 0 && survivors === 0;
  return { chain: bypassed ? chain : kept, capped, cap_exempt: exempt, bypassed };
}
