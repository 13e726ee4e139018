import { join } from 'node:path';
import { openBlocklist } from '../blocklist/blocklist.ts';
import { resolveHermesPaths } from '../hermes/paths.ts';
import { createProfileList } from '../hermes/profile-list.ts';
import { createTokenReader } from '../hermes/token-file.ts';
import type { TokenSource } from '../http/token.ts';
import { type JournalHealth, openJournal } from '../journal/journal.ts';
import { OUTCOME_LIMITS } from '../journal/outcome-record.ts';
import { decisionJournalPaths } from '../journal/paths.ts';
import { auditLine } from '../llm/audit-line.ts';
import { openLlm } from '../llm/llm.ts';
import { resolvePolicyPath } from '../policy/path.ts';
import { seedPolicy } from '../policy/seed.ts';
import { openPolicyStore } from '../policy/store.ts';
import type { RoutingContext, ServiceContext } from '../service/context.ts';
import { createDecisionCounts } from '../service/decision-counts.ts';
import { openHistory } from '../service/history.ts';
import { openServiceJobs } from '../service/jobs.ts';
import { openLiveMemory } from '../service/live-memory.ts';
import { openPolicyEdits } from '../service/policy-edits.ts';
import { stampIdentity } from './identity.ts';

/** What a daemon is opened with. */
export interface ServiceOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Explicit policy path, or `null` for the usual places. */
  readonly config: string | null;
  readonly version: string;
  readonly log: ServiceLog;
}

/** Who is told what happened on the way. Structural, so that any pino logger fits. */
export interface ServiceLog {
  info(message: string): void;
  /** What works, but not as it should. */
  warn(message: string): void;
}

/** The parts every face of the daemon works on. */
export interface OpenedService {
  readonly context: ServiceContext;
  readonly token: TokenSource;
  /** Puts on disk what is still in memory, and closes the journals: what is recorded later is lost. Never rejects. */
  close(): Promise<void>;
}

/** Opens the files of a daemon, and writes the example policy where there is none in the usual places. */
export async function openService({ env, config, version, log }: ServiceOptions): Promise<OpenedService> {
  const paths = resolveHermesPaths(env);
  const location = resolvePolicyPath(env, paths, config);
  if (location.source === 'unseeded') {
    const seeding = await seedPolicy(location);
    if (seeding.seeded) log.info(`wrote the example policy to ${location.path}`);
    else log.warn(`no policy: ${seeding.reason}`);
  }
  const warn = (message: string): void => log.warn(message);
  const journals = decisionJournalPaths(paths.stateDir, env);
  const onChange = (health: JournalHealth): void => log.warn(journalNews(health));
  const decisionLog = openJournal({ path: journals.routes, onChange });
  const outcomeLog = openJournal({ path: journals.outcomes, ...OUTCOME_LIMITS, onChange });
  const blocklist = openBlocklist({ stateFile: join(paths.stateDir, 'breaker-state.json'), warn });
  const routing: RoutingContext = {
    policy: openPolicyStore({ path: location.path }),
    edits: openPolicyEdits(location.path, paths.stateDir),
    blocklist,
    decisionLog,
    outcomeLog,
    history: openHistory(journals),
    live: openLiveMemory({ paths, llm: openLlm({ paths, env, warn, audit: (record) => log.info(auditLine(record)) }) }),
    decisionCounts: createDecisionCounts(),
    paths,
    env,
    profiles: createProfileList(paths),
    now: () => new Date(),
    identity: stampIdentity(version, new Date()),
  };
  return {
    context: { ...routing, jobs: openServiceJobs(routing, { env, warn }) },
    token: createTokenReader(paths.tokenFile),
    close: async () => {
      await Promise.allSettled([decisionLog.close(), outcomeLog.close(), blocklist.flush()]);
    },
  };
}

/** One line about a journal that degraded, came back, or mended a torn line. */
function journalNews({ path, state, written, dropped, repaired, last_error: error }: JournalHealth): string {
  const counts = `${written} written, ${dropped} lost, ${repaired} torn lines ended`;
  return state === 'ok' ? `${path} takes records (${counts})` : `${path} takes no records: ${error} (${counts})`;
}
