import type { ClassifierHealth } from '../../classifier/health.ts';
import type { HermesPaths } from '../../hermes/paths.ts';
import type { JournalHealth } from '../../journal/journal.ts';
import type { PolicySnapshot } from '../../policy/store.ts';

/** What is known of the daemon: by itself, or by a command that asked it. */
export interface DaemonFacts {
  /** Where it listens, or should. */
  readonly port: number;
  /** `us`: a daemon of ours listens there. */
  readonly owner: 'us' | 'other' | 'nobody';
  /** Who listens, for a person. */
  readonly ownerText: string;
  /** Why it could not be asked, and what to do; `null` when it answered. */
  readonly problem: { readonly message: string; readonly cure: string } | null;
  /** Whether a request with a foreign Host is refused; `null` where nobody could be asked. */
  readonly refusesForeignHost: boolean | null;
  readonly log: Pick<JournalHealth, 'path' | 'state' | 'dropped' | 'last_error'> | null;
  readonly startedAt: Date | null;
}

/** What the doctor looks at. Files are read, programs are asked; nothing is changed. */
export interface DoctorParts {
  readonly paths: HermesPaths;
  readonly env: NodeJS.ProcessEnv;
  readonly policy: PolicySnapshot;
  readonly profiles: readonly string[];
  readonly classifier: ClassifierHealth;
  readonly daemon: DaemonFacts;
}
