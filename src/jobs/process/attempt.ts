import type { AttemptSpec, AttemptStart } from './attempt-shape.ts';

/** Starts one attempt. Never rejects. */
export declare function startAttempt(spec: AttemptSpec): Promise<AttemptStart>;
