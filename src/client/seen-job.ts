import { type JobState, STATE_NAMES } from '../jobs/state.ts';
import { isMapping, type JsonObject, own } from '../lib/json.ts';

/** A job as the daemon showed it, read once: what faces need by name, and the whole of it. */
export interface SeenJob {
  readonly id: string;
  readonly rev: number;
  readonly state: JobState['name'];
  /** True once nothing about it changes any more. */
  readonly ended: boolean;
  /** Empty until it is decided. */
  readonly profile: string;
  readonly model: string;
  readonly provider: string;
  readonly promptPreview: string;
  /** ISO-8601. */
  readonly createdAt: string;
  /** Of a job that has ended, where one job was asked for and its record is there. */
  readonly envelope: JsonObject | null;
  /** As it came. */
  readonly json: JsonObject;
}

/** Reads a job of an answer; `null` for what is none. */
export function seenJob(value: unknown): SeenJob | null {
  if (!isMapping(value)) return null;
  const { id, rev } = value;
  const state = STATE_NAMES.find((name) => name === own(value, 'state'));
  if (typeof id !== 'string' || typeof rev !== 'number' || state === undefined) return null;
  const text = (name: string): string => {
    const field = own(value, name);
    return typeof field === 'string' ? field : '';
  };
  const envelope = own(value, 'envelope');
  return {
    id,
    rev,
    state,
    ended: own(value, 'ended_at') !== undefined,
    profile: text('profile'),
    model: text('model'),
    provider: text('provider'),
    promptPreview: text('prompt_preview'),
    createdAt: text('created_at'),
    envelope: isMapping(envelope) ? envelope : null,
    json: value,
  };
}
