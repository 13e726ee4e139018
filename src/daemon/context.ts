import { join } from 'node:path';
import { openBlocklist } from '../blocklist/blocklist.ts';
import { resolveHermesPaths } from '../hermes/paths.ts';
import { createTokenReader } from '../hermes/token-file.ts';
import type { TokenSource } from '../http/token.ts';
import { openJournal } from '../journal/journal.ts';
import { decisionJournalPaths } from '../journal/paths.ts';
import { openLlm } from '../llm/llm.ts';
import { resolvePolicyPath } from '../policy/path.ts';
import { seedPolicy } from '../policy/seed.ts';
import { openPolicyStore } from '../policy/store.ts';
import type { ServiceContext } from '../service/context.ts';
import { openLiveMemory } from '../service/live-memory.ts';
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
  return {
    context: {
      policy: openPolicyStore({ path: location.path }),
      blocklist: openBlocklist({
        stateFile: join(paths.stateDir, 'breaker-state.json'),
        warn,
      }),
      decisionLog: openJournal({ path: decisionJournalPaths(paths.stateDir, env).routes }),
      live: openLiveMemory({ paths, llm: openLlm({ paths, env, warn }) }),
      paths,
      now: () => new Date(),
      identity: stampIdentity(version, new Date()),
    },
    token: createTokenReader(paths.tokenFile),
  };
}
