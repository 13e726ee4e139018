import { readHermesConfig } from '../hermes/config-file.ts';
import { DEFAULT_PROFILE } from '../hermes/profiles.ts';
import { childEnvironment } from '../jobs/child/environment.ts';
import type { Job } from '../jobs/job.ts';
import { JOB_JOURNAL_LIMITS, type Jobs, jobJournalPath, openJobs } from '../jobs/jobs.ts';
import { openRegistry } from '../jobs/registry.ts';
import { openJobFiles } from '../jobs/store/job-files.ts';
import { watchdogSettings } from '../jobs/watchdog/settings.ts';
import { openJournal } from '../journal/journal.ts';
import type { JsonObject } from '../lib/json.ts';
import { type HermesBinary, locateHermes } from '../system/hermes-binary.ts';
import { probeHermes } from '../system/probe-hermes.ts';
import type { RoutingContext, ServiceContext } from './context.ts';
import { openJobRouter } from './job-routing.ts';
import { readRoute } from './routes.ts';

/** What the jobs of a daemon are opened with. */
export interface JobsOptions {
  /** The daemon's environment: settings, the binary, and what children inherit of it. */
  readonly env: NodeJS.ProcessEnv;
  /** Told, once each, about settings that cannot be used. */
  readonly warn: (message: string) => void;
}

/** Opens the jobs over everything that they run on, and begins to settle those of an earlier daemon. */
export function openServiceJobs(context: RoutingContext, { env, warn }: JobsOptions): Jobs {
  const { paths, blocklist, outcomeLog, now } = context;
  const warnOnce = onceEach(warn);
  return openJobs({
    registry: openRegistry(),
    files: openJobFiles(paths.stateDir),
    journal: openJournal({ path: jobJournalPath(paths.stateDir), ...JOB_JOURNAL_LIMITS }),
    outcomeLog,
    blocklist,
    router: openJobRouter(context),
    paths,
    env,
    settings: () => watchdogSettings({ config: readHermesConfig(paths.configFile), env, warn: warnOnce }),
    binary: () => findHermes(env, paths.root),
    now,
    monotonic: () => performance.now() / 1000,
  });
}

/** The `/jobs/{id}/decision` body. */
export type JobDecision = { readonly decision: JsonObject } | { readonly decision: null; readonly reason: string };

/** The decision that a job ran on; `null` for an unknown job. */
export async function readJobDecision(context: ServiceContext, id: string): Promise<JobDecision | null> {
  const job = await context.jobs.find(id);
  if (job === null) return null;
  if (job.decision_id !== null) {
    const decision = await readRoute(context, job.decision_id);
    return decision === null ? { decision: null, reason: 'the decision log no longer has it' } : { decision };
  }
  return { decision: null, reason: undecided(job.request.profile, job.state) };
}

function undecided(profile: string, state: Job['state']['name']): string {
  if (profile !== 'auto') return 'the caller fixed the profile, so nothing was decided';
  return state === 'queued' || state === 'routing' ? 'it is not decided yet' : 'it ended before it was decided';
}

/** Finds `hermes` and asks it what it understands, in the environment that a job would have. */
async function findHermes(env: NodeJS.ProcessEnv, hermesRoot: string): Promise<HermesBinary> {
  const asked = childEnvironment(env, { jobId: '', profile: DEFAULT_PROFILE, hermesRoot });
  return (await probeHermes(locateHermes(env), asked)).binary;
}

function onceEach(tell: (message: string) => void): (message: string) => void {
  const told = new Set<string>();
  return (message) => {
    if (told.has(message)) return;
    told.add(message);
    tell(message);
  };
}
