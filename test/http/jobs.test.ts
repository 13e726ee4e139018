import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import type { JsonObject } from '../../src/lib/json.ts';
import { isMapping, own } from '../../src/lib/json.ts';
import { FAKE_HERMES, JOB_POLICY, steps } from '../service/job-runs.ts';
import { listeningApp, TOKEN, testHome } from './listening.ts';
import { exchange, type RawAnswer, requestText } from './raw.ts';

const AUTH = { 'X-Hermes-Sidecar-Token': TOKEN };
const NAMED = { ...AUTH, 'X-Hermes-Router-Client': 'test', 'Content-Type': 'application/json' };

/** An app whose jobs run the fake child under the profile `coder`, and a client of it. */
async function openApp(t: Test, policy?: object, env: NodeJS.ProcessEnv = {}) {
  const home = testHome(t, policy === undefined ? undefined : JSON.stringify(policy));
  mkdirSync(join(home.folder, 'profiles', 'coder'), { recursive: true });
  const { port } = await listeningApp(t, {
    home: { ...home, env: { ...home.env, HERMES_ROUTER_HERMES_BIN: FAKE_HERMES, ...env } },
  });
  return {
    send: (
      line: string,
      body?: string | object,
      headers: Readonly<Record<string, string>> = NAMED,
    ): Promise<RawAnswer> =>
      exchange(port, requestText(line, port, headers, typeof body === 'object' ? JSON.stringify(body) : body)),
  };
}

function jobOf({ json }: RawAnswer): JsonObject {
  const job = own(json, 'job');
  if (!isMapping(job)) throw new Error(`no job in ${JSON.stringify(json)}`);
  return job;
}

t.test('a job from its submission to its envelope', async (t) => {
  const { send } = await openApp(t);
  const accepted = await send('POST /jobs', { prompt: steps({ answer: 'all done' }), profile: 'coder' });
  t.equal(accepted.status, 202);
  let job = jobOf(accepted);
  const { id } = job;
  while (own(job, 'envelope') === undefined) job = jobOf(await send(`GET /jobs/${id}?wait=7&rev=${job.rev}`));
  t.match(job, { state: 'succeeded', envelope: { success: true, result: 'all done', subagent_id: id } });
  t.match((await send(`GET /jobs/${id}/output?stream=text`)).json, { from: 0, text: /all done/, eof: true });
  t.match((await send(`GET /jobs/${id}/decision`)).json, { decision: null, reason: /fixed the profile/ });
  t.match((await send('GET /jobs?state=succeeded')).json, { jobs: [{ id }], matched: 1 });
  t.match((await send('GET /status')).json, { jobs: { running: 0, queued: 0, slots: 4 } });
});

t.test('refusals, each with its status, its code and the envelope', async (t) => {
  const { send } = await openApp(t);
  const rows: [object | string, number, object][] = [
    [{}, 400, { code: 'bad_args', error: 'prompt is required', success: false, failure_kind: 'bad_args' }],
    ['', 400, { code: 'bad_args', error: 'prompt is required' }],
    ['{', 400, { code: 'invalid_json' }],
    [{ prompt: 'x', profle: 'y' }, 400, { code: 'bad_args', error: /"profle"/ }],
    [{ prompt: 'x', timeout: 'soon' }, 400, { code: 'bad_args' }],
    [
      { prompt: 'x', profile: 'codr' },
      422,
      { code: 'unknown_profile', failure_kind: 'unknown_profile', retryable: false, hint: /Did you mean coder/ },
    ],
    [{ prompt: 'x', profile: 'coder', cwd: '/nope' }, 422, { code: 'cwd_invalid', reason: 'cwd_missing' }],
  ];
  for (const [body, status, expected] of rows) {
    const answer = await send('POST /jobs', body);
    t.equal(answer.status, status, JSON.stringify(body));
    t.match(answer.json, { error: String, ...expected }, JSON.stringify(body));
  }
  t.match(await send('POST /jobs', { prompt: 'x' }, AUTH), { status: 403, json: { code: 'client_header_required' } });
  t.match(await send('POST /jobs', { prompt: 'x', profile: 'coder', active_profile: 'coder' }), {
    status: 200,
    json: { inline: true, tool: 'delegate_task' },
  });
});

t.test('H-06 P-01 actions without a body work, whatever type they name', async (t) => {
  const { send } = await openApp(t);
  const form = { ...AUTH, 'Content-Type': 'application/x-www-form-urlencoded' };
  for (const headers of [AUTH, form, { ...AUTH, 'Content-Type': 'application/json' }]) {
    const answer = await send('POST /jobs/abc/cancel', '', headers);
    t.match(answer, { status: 404, json: { code: 'job_not_found' } });
  }
  t.match(await send('POST /jobs/abc/cancel', '{"a":1}', form), { status: 415 });
  const id = jobOf(await send('POST /jobs', { prompt: steps({ hang: true }), profile: 'coder' })).id;
  t.equal((await send(`POST /jobs/${id}/cancel`, '', AUTH)).status, 200, 'no client header: a page may stop a job');
});

t.test('what is asked for in a query is checked', async (t) => {
  const { send } = await openApp(t);
  for (const path of [
    '/jobs/dp_000000000000',
    '/jobs/..%2f..',
    '/jobs/dp_000000000000/output',
    '/jobs/dp_000000000000/decision',
  ])
    t.match(await send(`GET ${path}`), { status: 404, json: { code: 'job_not_found' } }, path);
  for (const path of [
    '/jobs?state=dancing',
    '/jobs?limit=x',
    '/jobs/x?wait=-1',
    '/jobs/x?rev=1.5',
    '/jobs/x/output?stream=stdin',
    '/jobs/x/output?from=-1',
  ])
    t.match(await send(`GET ${path}`), { status: 400, json: { code: 'invalid_field' } }, path);
});

t.test('what the rules, a key or a full queue refuse', async (t) => {
  const nameless = { id: 'nameless', when: { verb_class: { eq: 'trivial' } }, then: { model: 'm', provider: 'p' } };
  const policy = { ...JOB_POLICY, rules: [...JOB_POLICY.rules.slice(0, 1), nameless] };
  const { send } = await openApp(t, policy, { HERMES_DELEGATE_PROFILE_MAX_CONCURRENT: '1' });
  const keyed = { prompt: steps({ hang: true }), profile: 'coder', idempotency_key: 'k' };
  const first = jobOf(await send('POST /jobs', keyed));
  t.match(await send('POST /jobs', keyed), { status: 200, json: { job: { id: first.id } } });
  await Promise.all(Array.from({ length: 100 }, () => send('POST /jobs', { prompt: 'x', profile: 'coder' })));
  const rows: [object, number, object][] = [
    [{ ...keyed, prompt: 'other' }, 409, { code: 'idempotency_conflict', job_id: first.id }],
    [{ prompt: 'Debug the race condition' }, 422, { code: 'routing_denied', retryable: false }],
    [{ prompt: 'Rename it' }, 422, { code: 'routing_unresolved', retryable: false }],
    [{ prompt: 'x'.repeat(1_048_577) }, 422, { code: 'prompt_too_large' }],
    [{ prompt: 'x', profile: 'coder' }, 429, { code: 'queue_full', failure_kind: 'at_capacity', retryable: true }],
  ];
  for (const [body, status, expected] of rows)
    t.match(await send('POST /jobs', body), { status, json: expected }, JSON.stringify(expected));
  t.equal((await send('POST /jobs', { prompt: 'x', profile: 'coder' })).headers['retry-after'], '10');
  const list = await send('GET /jobs?limit=100');
  t.ok(list.body.length < 524_288, 'P-02 a page fits through the proxy');
  t.match(list.json, { matched: 101, next_cursor: /^dp_/ });
});
