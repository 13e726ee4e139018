import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Test } from 'tap';
import { openBlocklist } from '../../src/blocklist/blocklist.ts';
import { resolveHermesPaths } from '../../src/hermes/paths.ts';
import { createProfileList } from '../../src/hermes/profile-list.ts';
import { openJournal } from '../../src/journal/journal.ts';
import { decisionJournalPaths } from '../../src/journal/paths.ts';
import type { Llm } from '../../src/llm/llm.ts';
import { openPolicyStore } from '../../src/policy/store.ts';
import type { RoutingContext, ServiceContext } from '../../src/service/context.ts';
import { createDecisionCounts } from '../../src/service/decision-counts.ts';
import { openHistory } from '../../src/service/history.ts';
import { openServiceJobs } from '../../src/service/jobs.ts';
import { openLiveMemory } from '../../src/service/live-memory.ts';
import { openPolicyEdits } from '../../src/service/policy-edits.ts';
import { BASE_POLICY } from '../router/policies.ts';

/** What a test may put in place of the defaults. */
export interface ContextOptions {
  /** A policy, or the text of the file; `null` for no file at all. Default: the base policy. */
  readonly policy?: unknown;
  /** Text of the agent's config.yaml. Default: no file. */
  readonly config?: string;
  /** Default: Monday 2026-08-17 15:42:17 UTC. */
  readonly now?: Date;
  /** A clock that moves, in place of `now`. */
  readonly clock?: () => Date;
  readonly codeMtime?: Date | null;
  /** Whether the code on disk is younger than the process. Default: no. */
  readonly isStale?: boolean;
  /** Folder name of the home below the temp folder, to test profile homes. Default: the temp folder itself. */
  readonly home?: string;
  /** Who classifies. Default: nobody. */
  readonly llm?: Pick<Llm, 'complete' | 'checkGrant'>;
  /** What jobs see of the environment, besides the homes. Default: nothing, so no `hermes` is found. */
  readonly env?: NodeJS.ProcessEnv;
  /** Milliseconds, for the ages of cached answers and pins. Default: the process's clock. */
  readonly monotonic?: () => number;
}

/** A context over real files in a temp folder, with a fixed clock. */
export function openContext(t: Test, options: ContextOptions = {}): ServiceContext & { readonly policyFile: string } {
  const root = mkdtempSync(join(tmpdir(), 'service-'));
  const paths = resolveHermesPaths({ HOME: root, HERMES_HOME: join(root, options.home ?? '') });
  const policy = options.policy === undefined ? BASE_POLICY : options.policy;
  const policyFile = join(root, 'router.yaml');
  if (policy !== null) writeFileSync(policyFile, typeof policy === 'string' ? policy : JSON.stringify(policy));
  if (options.config !== undefined) writeFileSync(join(root, 'config.yaml'), options.config);
  const now = options.clock ?? ((): Date => options.now ?? new Date('2026-08-17T15:42:17Z'));
  const stateFile = join(paths.stateDir, 'breaker-state.json');
  mkdirSync(dirname(stateFile), { recursive: true });
  const journals = decisionJournalPaths(paths.stateDir, {});
  const routing: RoutingContext = {
    policy: openPolicyStore({ path: policyFile }),
    edits: openPolicyEdits(policyFile, paths.stateDir),
    blocklist: openBlocklist({ stateFile, now }),
    decisionLog: openJournal({ path: journals.routes }),
    outcomeLog: openJournal({ path: journals.outcomes }),
    history: openHistory(journals),
    live: openLiveMemory({
      paths,
      llm: options.llm ?? null,
      ...(options.monotonic && { monotonic: options.monotonic }),
    }),
    decisionCounts: createDecisionCounts(),
    paths,
    env: { HOME: root, HERMES_HOME: paths.home, ...options.env },
    profiles: createProfileList(paths),
    now,
    identity: {
      instanceId: 'test-instance',
      version: '0.0.0-test',
      startedAt: new Date('2026-08-18T23:40:44Z'),
      codeMtime: options.codeMtime === undefined ? new Date('2026-08-18T19:39:42Z') : options.codeMtime,
      isStale: () => options.isStale === true,
    },
  };
  const env = { HOME: root, HERMES_HOME: paths.home, ...options.env };
  const jobs = openServiceJobs(routing, { env, warn: () => {} });
  // One handler, in this order: tap would remove a folder of its own while children still write into it.
  t.teardown(async () => {
    await jobs.close();
    await Promise.all([routing.decisionLog.close(), routing.outcomeLog.close(), routing.blocklist.flush()]);
    rmSync(root, { recursive: true, force: true, maxRetries: 10 });
  });
  return { policyFile, ...routing, jobs };
}
