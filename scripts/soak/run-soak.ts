import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { resolveHermesPaths } from '../../src/hermes/paths.ts';
import { isMapping, type JsonObject, own } from '../../src/lib/json.ts';
import type { Victim } from '../durability/kill-loop.ts';
import { lastRows, listAll, markedProcesses, residentMb, tally } from './census.ts';
import { jobOf, type PatientClient, patientClient } from './client.ts';
import { drawJobs, type SoakJob } from './kinds.ts';

/** What a soak runs on. */
export interface SoakOptions {
  readonly jobs: number;
  /** SIGKILLs, spread evenly over the jobs. */
  readonly kills: number;
  readonly seed: number;
  readonly token: string;
  /** A home of the soak's own; its policy and profile are written. */
  readonly env: NodeJS.ProcessEnv;
  readonly start: (env: NodeJS.ProcessEnv) => Promise<Victim>;
}

/** What a soak found. */
export interface SoakCounts {
  readonly accepted: number;
  /** Accepted jobs by their last state and failure. */
  readonly ends: Readonly<Record<string, number>>;
  /** Ids that are in no final state, or in another one than their client was told. */
  readonly unsettled: readonly string[];
  /** Ids that are not in the list. */
  readonly missing: readonly string[];
  /** Ids with no last row in the journal, or with more than one. */
  readonly notOnce: readonly string[];
  /** Processes that carry the marker of a job of this soak. */
  readonly orphans: readonly number[];
  /** Jobs that still hold a slot or wait for one. */
  readonly busy: number;
  /** Resident MB of the last daemon: after its first ten jobs, and at the end. */
  readonly rssMb: readonly [number, number];
}

/** More than the four slots, so that some always wait. */
const LANES = 7;
const FINAL: ReadonlySet<unknown> = new Set(['succeeded', 'failed', 'cancelled', 'lost']);
const FAKE = fileURLToPath(new URL('../../test/fixtures/hermes', import.meta.url));
const POLICY = `enabled: true
fail_safe: {profile: coder, model: strong, provider: safe}
blocklist: {manual_ban: [], fallback_chain: [], auto_breaker: {enabled: false}}
rules: [{id: hard-verbs, when: {verb_class: {eq: hard}}, then: {profile: coder, model: T4}}]
default: {action: classify}
tiers:
  T1: {model: tiny, provider: cheap}
  T2: {model: small, provider: cheap}
  T3: {model: medium, provider: strong}
  T4: {model: strong, provider: strong, fallback: [{model: medium, provider: safe}]}
`;

/** Sends jobs of all kinds through four slots, kills the daemon now and then, and counts what became of the jobs. */
export async function runSoak(options: SoakOptions): Promise<SoakCounts> {
  const { token, kills } = options;
  const env = { ...options.env, HERMES_ROUTER_HERMES_BIN: FAKE, HERMES_DELEGATE_PROFILE_KILL_GRACE: '1' };
  const paths = resolveHermesPaths(env);
  mkdirSync(join(paths.profilesDir, 'coder'), { recursive: true });
  writeFileSync(paths.policyFile, POLICY);
  // A job may wait for its slot as long as it takes.
  writeFileSync(
    paths.configFile,
    'plugins: {entries: {hermes-smart-router: {watchdog: {queue_wait_seconds: 0, max_concurrent: 4}}}}\n',
  );
  const life = { daemon: options.start(env), ended: 0, rss: 0 };
  const client = patientClient(() => life.daemon, token);
  const drawn = drawJobs(options.jobs, options.seed);
  const told = new Map<string, unknown>();
  let finished = 0;
  const oneMore = async (): Promise<void> => {
    finished++;
    life.ended++;
    if (life.ended === 10) life.rss = residentMb((await life.daemon).pid);
    if (finished % Math.ceil(options.jobs / (kills + 1)) !== 0 || finished >= options.jobs) return;
    const before = await life.daemon;
    life.daemon = before.kill().then(() => options.start(env));
    life.ended = 0;
  };
  const lane = async (number: number): Promise<void> => {
    for (let index = number; index < drawn.length; index += LANES) {
      const job = drawn[index];
      if (job === undefined) return;
      const { id, state } = await seeThrough(client, job, `soak-${index}`);
      told.set(String(id), state);
      await oneMore();
    }
  };
  await Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)));
  const last = await life.daemon;
  const rssMb = [life.rss, residentMb(last.pid)] as const;
  const listed = await listAll(client);
  const slots = own(await client.ask('GET', '/status'), 'jobs');
  await last.kill();
  const rows = lastRows(join(paths.stateDir, 'jobs.jsonl'));
  return {
    accepted: told.size,
    ends: tally([...listed.values()].map(({ state, failure_kind: kind }) => `${state}${kind ? `/${kind}` : ''}`)),
    unsettled: [...told]
      .filter(([id, state]) => !FINAL.has(state) || listed.get(id)?.state !== state)
      .map(([id]) => id),
    missing: [...told.keys()].filter((id) => !listed.has(id)),
    notOnce: [...told.keys()].filter((id) => rows.filter((row) => row === id).length !== 1),
    orphans: markedProcesses(new Set(told.keys())),
    busy: isMapping(slots) ? Number(slots.running) + Number(slots.queued) : Number.NaN,
    rssMb,
  };
}

/** Submits a job, under a key so that asking again is safe, and follows it to its end. */
async function seeThrough(client: PatientClient, job: SoakJob, key: string): Promise<JsonObject> {
  let now = jobOf(await client.ask('POST', '/jobs', { ...job.body, inline: 'never', idempotency_key: key }));
  const path = `/jobs/${now.id}`;
  let cancelled = job.cancel === null;
  while (!FINAL.has(now.state)) {
    if (!cancelled && (job.cancel === 'at once' || now.state === 'running')) {
      cancelled = true;
      await client.ask('POST', `${path}/cancel`);
    }
    now = jobOf(await client.ask('GET', `${path}?wait=7&rev=${now.rev}`));
  }
  return now;
}
