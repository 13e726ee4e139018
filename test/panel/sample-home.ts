import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import { resolveHermesPaths } from '../../src/hermes/paths.ts';
import { isMapping, type JsonObject, own } from '../../src/lib/json.ts';
import { says } from '../classifier/asking.ts';
import { NAMED } from '../daemon/live-daemon.ts';
import { listeningApp, type TestHome, TOKEN, testHome } from '../http/listening.ts';
import { exchange, type RawAnswer, requestText } from '../http/raw.ts';
import { completion, GRANTED, refusal, startStub } from '../llm/stub.ts';
import { FAKE_HERMES } from '../service/job-runs.ts';
import { EXAMPLE } from '../service/routed.ts';
import { until } from '../until.ts';
import { type Host, startHost } from './host.ts';
import { SAMPLE_JOBS, SAMPLE_TASKS, type SampleJob, type SampleJobName } from './sample-tasks.ts';

/** The example policy with its comments, and a ban. */
export const SAMPLE_POLICY = EXAMPLE.replace(
  '  manual_ban: []\n',
  '  manual_ban:\n    # Back on the first.\n    - model: gpt-5.6-luna\n      provider: openai-codex\n      reason: "quota used up until Monday"\n',
);

/** How long ago and how long the breaker of the sample is open, in seconds. */
const OPEN_SECONDS = 900;

/** What a sample may be without. */
export interface SampleOptions {
  /** Text of router.yaml; default: `SAMPLE_POLICY`. */
  readonly policy?: string;
  /** True: nothing was decided and nothing has run, as on the first day. */
  readonly empty?: boolean;
  /** How the host looks; default light. */
  readonly theme?: 'light' | 'dark';
}

/** A daemon with a day's work behind it, and a host before it. */
export interface PanelDaemon {
  readonly port: number;
  readonly home: TestHome;
  readonly token: string;
  readonly policyFile: string;
  readonly host: Host;
  /** The page by itself, with the token where it looks for one. */
  readonly standalone: string;
  /** Ids of the jobs; empty for an empty sample. */
  readonly jobs: Readonly<Partial<Record<SampleJobName, string>>>;
  /** Speaks to the daemon directly, as the command line does. */
  send(line: string, body?: JsonObject): Promise<RawAnswer>;
}

/** Starts a real daemon over a home made for looking at: its decisions and jobs come about through its own doors. */
export async function panelDaemon(t: Test, options: SampleOptions = {}): Promise<PanelDaemon> {
  const home = await sampleHome(t, options.policy ?? SAMPLE_POLICY);
  const { port } = await listeningApp(t, { home });
  const send: PanelDaemon['send'] = (line, body) =>
    exchange(port, requestText(line, port, NAMED, body === undefined ? undefined : JSON.stringify(body)));
  const jobs: Partial<Record<SampleJobName, string>> = {};
  if (options.empty !== true) {
    for (const body of SAMPLE_TASKS) await expectStatus(200, send('POST /route', body));
    jobs.succeeded = await runJob(send, home.folder, SAMPLE_JOBS.succeeded);
    jobs.failed = await runJob(send, home.folder, SAMPLE_JOBS.failed);
    jobs.hostile = await runJob(send, home.folder, SAMPLE_JOBS.hostile);
    jobs.running = await runJob(send, home.folder, SAMPLE_JOBS.running);
  }
  const host = await startHost(t, {
    port,
    tokenFile: home.tokenFile,
    ...(options.theme === undefined ? {} : { theme: options.theme }),
  });
  return {
    port,
    home,
    token: TOKEN,
    policyFile: resolveHermesPaths(home.env).policyFile,
    host,
    standalone: `http://127.0.0.1:${port}/console#token=${TOKEN}`,
    jobs,
    send,
  };
}

/** A home with profiles, a classifier that answers for a while, an open breaker, and a `hermes` that does the jobs of the sample. */
async function sampleHome(t: Test, policy: string): Promise<TestHome> {
  const home = testHome(t, policy);
  const paths = resolveHermesPaths(home.env);
  for (const profile of ['coder', 'reviewer', 'writer', 'ops'])
    mkdirSync(join(paths.profilesDir, profile), { recursive: true });
  const classifier = await startStub(
    t,
    completion(says('T4')),
    completion(says('T2', 'low')),
    completion(says('T1')),
    refusal(400, 'the classifier has had enough'),
  );
  writeFileSync(
    join(home.folder, '.env'),
    `GLM_API_KEY=0123456789abcdef0123456789abcdef.abcdefghijklmnop\nGLM_BASE_URL=${classifier.origin}/v1\n`,
  );
  const fallback = [{ model: 'deepseek-v4-pro', provider: 'deepseek' }];
  const model = { default: 'gpt-5.5', provider: 'openai-codex' };
  writeFileSync(paths.configFile, JSON.stringify({ model, fallback_providers: fallback, plugins: GRANTED }));
  mkdirSync(paths.stateDir, { recursive: true });
  writeFileSync(join(paths.stateDir, 'breaker-state.json'), openBreaker('deepseek-v4-pro@deepseek'));
  const hermes = join(home.folder, 'hermes');
  writeFileSync(hermes, childScript(Object.values(SAMPLE_JOBS)));
  chmodSync(hermes, 0o755);
  return { ...home, env: { ...home.env, HERMES_ROUTER_HERMES_BIN: hermes } };
}

function openBreaker(key: string): string {
  const now = Date.now() / 1000;
  const entry = {
    backoff_seconds: OPEN_SECONDS,
    cooldown_until: now + OPEN_SECONDS,
    failure_events: [{ kind: 'quota_exhausted', ts: now, weight: 10 }],
    half_open_until: 0,
    last_failure_kind: 'quota_exhausted',
    probe_allowed: false,
    state: 'OPEN',
  };
  return JSON.stringify({ entries: { [key]: entry }, version: 1 });
}

/** The fake child, told by the prompt's own words what to do, so that prompts read like prompts. */
function childScript(jobs: readonly SampleJob[]): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  const cases = jobs.map(({ prompt, steps }) => `*${quoted(prompt)}*) HERMES_FAKE=${quoted(JSON.stringify(steps))} ;;`);
  return ['#!/bin/sh', 'case "$*" in', ...cases, 'esac', 'export HERMES_FAKE', `exec ${FAKE_HERMES} "$@"`, ''].join(
    '\n',
  );
}

/** Submits a job and waits until it has ended as the sample wants it, or has said something where it is to run on. */
async function runJob(
  send: PanelDaemon['send'],
  cwd: string,
  { prompt, profile, becomes }: SampleJob,
): Promise<string> {
  const body = { prompt, cwd, ...(profile === undefined ? {} : { profile }) };
  let job = jobOf(await expectStatus(202, send('POST /jobs', body)));
  const id = String(job.id);
  if (becomes === 'running') {
    await until('the job has written', async () => (await send(`GET /jobs/${id}/output?stream=text`)).json.text !== '');
    return id;
  }
  while (job.envelope === undefined) job = jobOf(await send(`GET /jobs/${id}?wait=7&rev=${job.rev}`));
  if (job.state !== becomes) throw new Error(`the job ended otherwise: ${JSON.stringify(job)}`);
  return id;
}

function jobOf({ json }: RawAnswer): JsonObject {
  const job = own(json, 'job');
  if (!isMapping(job)) throw new Error(`no job in ${JSON.stringify(json)}`);
  return job;
}

async function expectStatus(status: number, answering: Promise<RawAnswer>): Promise<RawAnswer> {
  const answer = await answering;
  if (answer.status !== status) throw new Error(`HTTP ${answer.status}: ${JSON.stringify(answer.json)}`);
  return answer;
}
