import type { Json, JsonObject } from '../../lib/json.ts';
import type { Cause } from '../../rules/cause.ts';

/** A stage of the pipeline, in the order they can appear (spec: routing 12.1). */
export type Stage = 'blocklist' | 'veto' | 'signals' | 'rules' | 'session_pin' | 'cache' | 'classifier' | 'fail_safe';

/** What one stage was given and what it made of it. */
export interface Step {
  readonly stage: Stage;
  readonly in: JsonObject;
  readonly out: JsonObject;
  /** `null` for a stage that decides nothing. */
  readonly cause: Cause | null;
}

/** Shapes a step. */
export function step(stage: Stage, input: JsonObject, out: JsonObject, cause: Cause | null = null): Step {
  return { stage, in: input, out, cause };
}

/** A step as JSON, for the record. */
export function stepJson({ stage, in: input, out, cause }: Step): Json {
  return { stage, in: input, out, cause };
}
