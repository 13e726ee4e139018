import { randomBytes } from 'node:crypto';

/** A new job id: `dp_` and 12 hex digits, the form that Hermes' tools know as a subagent id. */
export function newJobId(): string {
  return `dp_${randomBytes(6).toString('hex')}`;
}

/** Whether a text can be a job id. Ids name folders, so nothing else is ever joined to a path. */
export function isJobId(text: string): boolean {
  return /^dp_[0-9a-f]{12}$/.test(text);
}
