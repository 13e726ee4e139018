import { type ClassifiedTier, classifiedTier } from '../../classifier/tiers.ts';
import { stepsOf } from '../../journal/decision-record.ts';
import { isMapping, type JsonObject, own } from '../../lib/json.ts';
import { taskSeed } from '../live/seed.ts';

/** What a record says of a decision beyond the policy: all that is needed to decide again. */
export interface RecordedDecision {
  /** As they were measured. */
  readonly features: JsonObject;
  readonly at: Date | null;
  /** Of the shuffle. */
  readonly seed: number;
  /** How the classifier's part ended: the tier it gave now or earlier, its failure, or nothing where it had no part. */
  readonly classified: ClassifiedTier | 'failed' | null;
  /** The tier that the session was pinned to, where that decided. */
  readonly pin: ClassifiedTier | null;
}

/** Reads a record of the decision log; `null` where it keeps no features, as for a request that was refused before anything was measured. */
export function recordedDecision(record: JsonObject): RecordedDecision | null {
  const steps = new Map(stepsOf(record).map((step) => [own(step, 'stage'), step]));
  const part = (stage: string, side: 'in' | 'out'): JsonObject => {
    const value = own(steps.get(stage) ?? {}, side);
    return isMapping(value) ? value : {};
  };
  const features = steps.has('signals') ? part('signals', 'out') : own(part('rules', 'in'), 'features');
  if (!isMapping(features) || Object.keys(features).length === 0) return null;
  const ts = own(record, 'ts');
  const seed = own(part('signals', 'in'), 'seed');
  const task = own(record, 'task');
  const isFailed = steps.has('fail_safe') && own(part('fail_safe', 'in'), 'reason') !== 'fallthrough';
  const verdict = own(part('classifier', 'out'), 'effective_tier') ?? own(part('cache', 'out'), 'tier');
  return {
    features,
    at: typeof ts === 'number' && Number.isFinite(ts) ? new Date(ts * 1000) : null,
    seed: typeof seed === 'number' ? seed : taskSeed(typeof task === 'string' ? task : ''),
    classified: isFailed ? 'failed' : classifiedTier(verdict),
    pin: classifiedTier(own(part('session_pin', 'in'), 'pin')),
  };
}
