import type { Blocklist } from '../../blocklist/blocklist.ts';
import type { AskModel } from '../../classifier/classify.ts';
import type { CheckGrant } from '../../classifier/grants.ts';
import type { ClassifierRecord } from '../../classifier/health.ts';
import type { DecisionPolicy } from '../prepared-policy.ts';
import type { DecisionCache } from './decision-cache.ts';
import type { SessionPins } from './session-pins.ts';

/** Who judges the tasks that the rules leave open. */
export interface Classifier {
  readonly ask: AskModel;
  readonly checkGrant: CheckGrant;
  /** Whether Hermes' config.yaml routes the auxiliary task `classifier`, which a policy that names no pair then uses. */
  readonly isTaskRouted: () => boolean;
  readonly record: ClassifierRecord;
}

/** What live decisions learn from each other. One per process. */
export interface LiveMemory {
  readonly cache: DecisionCache;
  readonly pins: SessionPins;
  /** `null` where nobody can be asked: what the rules leave open goes to the fail-safe. */
  readonly classifier: Classifier | null;
}

/** All that a live decision works on. */
export interface LiveParts extends LiveMemory {
  readonly blocklist: Blocklist;
}

/** One live decision to make. Empty texts stand for what the caller did not give. */
export interface LiveRequest {
  readonly policy: DecisionPolicy & { readonly hash: string | null };
  /** The goal: what the classifier sees, and what seeds the shuffle. */
  readonly task: string;
  /** What the model would really receive, and so what is measured. */
  readonly text: string;
  /** The pair that the caller wants to run on. */
  readonly model: string;
  readonly provider: string;
  readonly sessionId: string;
  /** The role that the caller fixed. */
  readonly assignee: string;
  readonly at: Date;
  /** Most that the classifier may take, in ms; the policy's `timeout_seconds` may be less. */
  readonly classifierBudgetMs: number;
}
