import { ownRow } from '../wire/read.ts';
import { Badge, type Tone } from './badge.tsx';

const TONES: Readonly<Record<string, Tone>> = {
  queued: 'idle',
  routing: 'info',
  running: 'info',
  stopping: 'warn',
  succeeded: 'ok',
  failed: 'bad',
  cancelled: 'idle',
  lost: 'bad',
};

/** True while a job may still change. */
export function isUnderWay(state: string): boolean {
  return state === 'queued' || state === 'routing' || state === 'running' || state === 'stopping';
}

/** The state of a job. */
export function JobState({ state }: { readonly state: string }) {
  return <Badge tone={ownRow(TONES, state) ?? 'idle'}>{state}</Badge>;
}
