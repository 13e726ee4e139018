import { type Job, NO_OUTPUT } from '../../src/jobs/job.ts';
import type { JobState } from '../../src/jobs/state.ts';

/** A job in a state, with nothing remarkable about it. */
export function jobIn(state: JobState, index = 0, patch: Partial<Job> = {}): Job {
  return {
    id: `dp_${index.toString(16).padStart(12, '0')}`,
    rev: 1,
    createdAt: new Date(index * 1000),
    state,
    request: {
      profile: 'coder',
      model: '',
      provider: '',
      timeout: null,
      session_id: '',
      active_profile: '',
      idempotency_key: '',
      failover: null,
      keep_background: false,
    },
    requestHash: 'hash',
    promptPreview: 'do it',
    profile: 'coder',
    model: '',
    provider: '',
    cwd: '/',
    timeoutS: 600,
    decisionId: null,
    warnings: [],
    attempts: [],
    output: NO_OUTPUT,
    ...patch,
  };
}
