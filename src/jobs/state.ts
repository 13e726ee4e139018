import type { FailureKind } from './failure-kind.ts';
import type { StopReason } from './process/attempt-shape.ts';

/**
 * Where a job stands. Each state owns its times, so that a job cannot be running without a start or final without an end. `slotAt` is when
 * it got a slot, `startedAt` when its first attempt began (`null` where none did).
 */
export type JobState =
  | { readonly name: 'queued' }
  | { readonly name: 'routing'; readonly slotAt: Date }
  | { readonly name: 'running'; readonly slotAt: Date; readonly startedAt: Date }
  | {
      readonly name: 'stopping';
      readonly slotAt: Date;
      readonly startedAt: Date | null;
      readonly stoppingAt: Date;
      readonly cause: StopReason;
    }
  | FinalState;

/** A job that has ended. Nothing leads out of these. */
export type FinalState =
  | { readonly name: 'succeeded'; readonly startedAt: Date; readonly endedAt: Date }
  | {
      readonly name: 'failed';
      readonly startedAt: Date | null;
      readonly endedAt: Date;
      readonly failureKind: FailureKind;
    }
  | { readonly name: 'cancelled'; readonly startedAt: Date | null; readonly endedAt: Date }
  | { readonly name: 'lost'; readonly startedAt: Date | null; readonly endedAt: Date };

/** Names of the states, in the order a job can pass them. */
export const STATE_NAMES = [
  'queued',
  'routing',
  'running',
  'stopping',
  'succeeded',
  'failed',
  'cancelled',
  'lost',
] as const satisfies readonly JobState['name'][];

/** True once nothing about a job changes any more. */
export function isFinal(state: JobState): state is FinalState {
  return 'endedAt' in state;
}

/** True while a job occupies a slot. Slots are counted from this and from nothing else, so none can leak. */
export function holdsSlot(state: JobState): boolean {
  return 'slotAt' in state;
}

/** When the first attempt began; `null` where none did, or has yet. */
export function startOf(state: JobState): Date | null {
  return 'startedAt' in state ? state.startedAt : null;
}

/** How a job's failure names its last state. */
export function stateOfFailure(kind: FailureKind, startedAt: Date | null, endedAt: Date): FinalState {
  if (kind === 'cancelled') return { name: 'cancelled', startedAt, endedAt };
  if (kind === 'lost') return { name: 'lost', startedAt, endedAt };
  return { name: 'failed', startedAt, endedAt, failureKind: kind };
}

/** The failure of a final state; `null` for a success and for a job that has not ended. */
export function failureOf(state: JobState): FailureKind | null {
  if (state.name === 'failed') return state.failureKind;
  return state.name === 'cancelled' || state.name === 'lost' ? state.name : null;
}
