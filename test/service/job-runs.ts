import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Test } from 'tap';
import type { JobView } from '../../src/jobs/wire.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import type { ServiceContext } from '../../src/service/context.ts';
import { openContext } from './context.ts';

/** The fake child: it does what the prompt says behind `fake:` (see test/fixtures/hermes.mjs). */
export const FAKE_HERMES = fileURLToPath(new URL('../fixtures/hermes', import.meta.url));

const LUNA = { model: 'luna', provider: 'codex' };
const SEEK = { model: 'seek', provider: 'deep' };

/** Rules by the first word: `plain` to coder on glm, then luna and seek; `denied`; `nowhere`; the rest to the classifier, and there is none. */
export const JOB_POLICY = {
  enabled: true,
  classifier: { model: 'judge', provider: 'judge' },
  fail_safe: { profile: 'coder', model: 'safe', provider: 'safe' },
  blocklist: { manual_ban: [{ model: 'banned' }], fallback_chain: [], auto_breaker: { enabled: true, threshold: 5 } },
  rules: [
    { id: 'denied', when: { verb_class: { eq: 'hard' } }, then: { deny: true, reason: 'blocked by the house' } },
    { id: 'plain', when: { verb_class: { eq: 'trivial' } }, then: { profile: 'coder', model: 'T1' } },
  ],
  default: { action: 'classify' },
  tiers: {
    T1: { model: 'glm', provider: 'zai', fallback: [LUNA, SEEK] },
    T2: LUNA,
    T3: SEEK,
    T4: { model: 'strong', provider: 'strong' },
  },
};

/** What a test of jobs may set. */
export interface JobContextOptions {
  readonly policy?: unknown;
  /** `watchdog` of config.yaml. */
  readonly watchdog?: JsonObject;
  /** Text of a shell script that plays `hermes` instead of the fake child; `--help` is answered for it. */
  readonly script?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** A context with profiles `coder` and `reviewer`, whose jobs run the fake child. */
export function openJobContext(t: Test, options: JobContextOptions = {}): ServiceContext & { readonly root: string } {
  const bin = options.script === undefined ? FAKE_HERMES : join(t.testdir({ script: {} }), 'hermes');
  const context = openContext(t, {
    policy: options.policy ?? JOB_POLICY,
    config: JSON.stringify({ plugins: { entries: { 'hermes-smart-router': { watchdog: options.watchdog ?? {} } } } }),
    env: { PATH: process.env.PATH, HERMES_ROUTER_HERMES_BIN: bin, ...options.env },
    clock: () => new Date(),
  });
  if (options.script !== undefined) {
    writeFileSync(bin, `#!/bin/sh\ncase "$*" in *--help*) echo usage; exit 0;; esac\n${options.script}\n`);
    chmodSync(bin, 0o755);
  }
  for (const profile of ['coder', 'reviewer']) mkdirSync(join(context.paths.profilesDir, profile), { recursive: true });
  return { ...context, root: context.paths.root };
}

/** A prompt that tells the fake child what to do. */
export function steps(...list: readonly object[]): string {
  return `do this fake:${JSON.stringify(list)}`;
}

/** Submits a body that is accepted, and answers with the job's id. */
export async function submitted({ jobs }: Pick<ServiceContext, 'jobs'>, body: object): Promise<string> {
  const submission = await jobs.submit(body);
  if (submission.kind === 'inline') throw new Error('the job was answered inline');
  return submission.job.id;
}

/** Waits until a job is as wanted, by its revisions. */
export async function jobWhen(
  { jobs }: Pick<ServiceContext, 'jobs'>,
  id: string,
  wanted: (job: JobView) => boolean,
): Promise<JobView> {
  let job = await jobs.find(id);
  while (job !== null && !wanted(job)) {
    if (job.envelope !== undefined) throw new Error(`the job ended first: ${JSON.stringify(job)}`);
    job = await jobs.find(id, { rev: job.rev, seconds: 7 });
  }
  if (job === null) throw new Error(`no job ${id}`);
  return job;
}

/** Submits a body and waits for the job's end. */
export async function finished(context: Pick<ServiceContext, 'jobs'>, body: object): Promise<JobView> {
  return jobWhen(context, await submitted(context, body), ({ envelope }) => envelope !== undefined);
}
