import type { Blocklist } from '../blocklist/blocklist.ts';
import type { HermesPaths } from '../hermes/paths.ts';
import type { ProfileList } from '../hermes/profile-list.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Journal } from '../journal/journal.ts';
import type { PolicyStore } from '../policy/store.ts';
import type { LiveMemory } from '../router/live/live-request.ts';
import type { DecisionCounts } from './decision-counts.ts';
import type { History } from './history.ts';
import type { PolicyEdits } from './policy-edits.ts';

/** Who this process is: stamped once at start, echoed by `/status`. */
export interface ServiceIdentity {
  /** Random per process, so that a poller notices a restart. */
  readonly instanceId: string;
  /** Version of the package. */
  readonly version: string;
  readonly startedAt: Date;
  /** Newest modification time among the running code's files, taken at start; `null` where it could not be read. */
  readonly codeMtime: Date | null;
  /** Whether the code on disk has changed since the start. */
  readonly isStale: () => boolean;
}

/** What every face's functions work on. One per process; it is passed, never imported. */
export interface ServiceContext extends RoutingContext {
  readonly jobs: Jobs;
}

/** All of it but the jobs, which are themselves opened over this. */
export interface RoutingContext {
  readonly policy: PolicyStore;
  /** How that policy is written. */
  readonly edits: PolicyEdits;
  readonly blocklist: Blocklist;
  /** Where live decisions are recorded. */
  readonly decisionLog: Journal;
  /** Where it is recorded how tasks ended. */
  readonly outcomeLog: Journal;
  /** The same journals, for reading. */
  readonly history: History;
  /** What live decisions remember, and the classifier they may ask. */
  readonly live: LiveMemory;
  /** How many live decisions there were, for `/metrics`. */
  readonly decisionCounts: DecisionCounts;
  readonly paths: HermesPaths;
  /** The environment of this process, for where programs are and what they get. */
  readonly env: NodeJS.ProcessEnv;
  readonly profiles: ProfileList;
  /** The only place where the service reads the wall clock, so that tests decide what time it is. */
  readonly now: () => Date;
  readonly identity: ServiceIdentity;
}
