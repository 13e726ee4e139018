import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Test, test } from 'tap';
import { isMapping, own } from '../../src/lib/json.ts';
import { NAMED } from '../daemon/live-daemon.ts';
import { sha256 } from '../http/editing.ts';
import { listeningApp, POLICY, TOKEN, testHome } from '../http/listening.ts';
import { exchange, requestText } from '../http/raw.ts';
import { FAKE_HERMES, steps } from '../service/job-runs.ts';
import { MOST_ANSWER_BYTES } from './host/proxy.ts';
import { visitor } from './host/visitor.ts';
import { startHost } from './host.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** The host before the real app. */
async function hosted(t: Test, policy = POLICY, env: NodeJS.ProcessEnv = {}) {
  const home = testHome(t, policy);
  mkdirSync(join(home.folder, 'profiles', 'coder'), { recursive: true });
  const { port } = await listeningApp(t, { home: { ...home, env: { ...home.env, ...env } } });
  const host = await startHost(t, { port, tokenFile: home.tokenFile });
  return { port, host, visit: visitor(host), csrf: { 'X-Hermes-CSRF-Token': host.session.csrfToken } };
}

test('P-06 reads pass, writes need the value of the host, and there are no methods but GET and POST', async (t) => {
  const { visit, csrf } = await hosted(t);
  t.match(await visit('GET /status'), { status: 200, json: { valid: true } });
  const plan = (headers: Readonly<Record<string, string>>) =>
    visit('POST /plan', { ...JSON_TYPE, ...headers }, '{"policy":{"enabled":false}}');
  t.match(await plan({}), { status: 403, json: { error: 'Session expired - reload the page' } });
  t.match(await plan({ 'X-Hermes-CSRF-Token': 'f'.repeat(64) }), { status: 403 });
  t.match(await plan(csrf), { status: 200, json: { valid: true } });
  t.match(
    await visit('DELETE /jobs/x'),
    { status: 403, json: { error: /Session expired/ } },
    'the host, without the value',
  );
  for (const method of ['PUT', 'PATCH', 'DELETE']) {
    for (const path of ['/policy', '/plan', '/apply', '/jobs']) {
      const { status, json } = await visit(`${method} ${path}`, csrf);
      t.match({ status, json }, { status: 405, json: { code: 'method_not_allowed' } }, `${method} ${path}`);
    }
  }
});

test('what may start an agent or spend money cannot be asked for through the host (product: S10)', async (t) => {
  const { visit, csrf, host } = await hosted(t);
  const named = { ...JSON_TYPE, ...csrf, 'X-Hermes-Router-Client': 'page' };
  for (const [path, body] of [
    ['/jobs', '{"prompt":"x","profile":"coder"}'],
    ['/route', '{"task":"Debug it"}'],
  ] as const)
    t.match(await visit(`POST ${path}`, named, body), { status: 403, json: { code: 'client_header_required' } }, path);
  for (const { headers, sent, by } of host.exchanges) {
    t.equal(headers['x-hermes-router-client'], 'page', 'the page did send it');
    t.notOk(sent.has('X-Hermes-Router-Client'));
    t.equal(by, 'sidecar');
  }
});

test('the token never reaches the browser', async (t) => {
  const { visit, host, csrf } = await hosted(t);
  const paths = ['/health', '/console', '/status', '/policy', '/blocklist', '/liveness', '/lint', '/capabilities'];
  for (const path of [...paths, '/routes', '/outcomes', '/compaction', '/jobs', '/metrics', '/doctor', '/nowhere']) {
    const { headers, body } = await visit(`GET ${path}`, {
      'Accept-Encoding': 'gzip',
      'X-Hermes-Sidecar-Token': 'mine',
    });
    const text = headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
    t.notOk(text.includes(TOKEN), path);
    t.notOk(JSON.stringify(headers).includes(TOKEN), path);
    t.equal(
      host.exchanges.at(-1)?.sent.get('X-Hermes-Sidecar-Token'),
      TOKEN,
      'and nobody can put another in its place',
    );
  }
  t.notOk((await visit('POST /plan', csrf, 'not json')).body.includes(TOKEN));
  t.notOk((await (await fetch(host.url)).text()).includes(TOKEN));
});

test('where a request comes from decides, before anything else but the session', async (t) => {
  const { visit, host } = await hosted(t);
  const rows: [object, number, string?][] = [
    [{ Cookie: '' }, 401, 'Authentication required'],
    [{ Referer: '' }, 403, 'Cross-origin mismatch - check reverse proxy headers'],
    [{ Referer: '', 'Sec-Fetch-Site': 'same-origin' }, 403],
    [{ Referer: '', 'Sec-Fetch-Site': 'none' }, 200],
    [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
    [{ Referer: '', Origin: 'null' }, 403],
    [{ Referer: '', Origin: host.url.replace('127.0.0.1', 'localhost') }, 403],
    [{ Origin: host.url, 'Sec-Fetch-Site': 'same-origin' }, 200],
  ];
  for (const [headers, status, error] of rows) {
    const answer = await visit('GET /status', { ...headers });
    t.match(answer, error === undefined ? { status } : { status, json: { error } }, JSON.stringify(headers));
  }
});

test('P-02 with a policy of 600 KB the host passes every answer on', async (t) => {
  const rules = Array.from({ length: 60 }, (_, at) => {
    const id = Array.from({ length: 160 }, (_, part) => sha256(`${at} ${part}`)).join('-');
    return `  - id: "${id}"\n    when: {lang: {eq: x${at}}}\n    then: {profile: coder, model: T1}\n`;
  });
  const policy = POLICY.replace('rules:\n', `rules:\n${rules.join('')}`);
  t.ok(policy.length > 600_000, `${policy.length} characters that hardly shrink`);
  const { visit, csrf, host } = await hosted(t, policy);
  const gzip = { 'Accept-Encoding': 'gzip' };
  for (const path of ['/policy', '/status', '/lint', '/liveness', '/doctor']) await visit(`GET ${path}`, gzip);
  await visit('POST /plan', { ...gzip, ...csrf, ...JSON_TYPE }, '{"policy":{"enabled":false}}');
  for (const { method, path, status, by, wireBytes } of host.exchanges) {
    t.equal(by, 'sidecar', `${method} ${path}: ${status}, ${wireBytes} bytes`);
    t.ok(wireBytes <= MOST_ANSWER_BYTES);
  }
  t.equal(host.exchanges[0]?.status, 200, 'and the policy is there');
});

test('P-03 the longest wait of the API ends before the host gives up', async (t) => {
  const { visit, csrf, port } = await hosted(t, undefined, { HERMES_ROUTER_HERMES_BIN: FAKE_HERMES });
  const body = JSON.stringify({ prompt: steps({ hang: true }), profile: 'coder' });
  const { status, json } = await exchange(port, requestText('POST /jobs', port, NAMED, body));
  t.equal(status, 202);
  let job = own(json, 'job');
  for (let before = -1; isMapping(job) && job.rev !== before; ) {
    before = Number(job.rev);
    const answer = await visit(`GET /jobs/${job.id}?wait=99&rev=${before}`);
    t.equal(answer.status, 200, `revision ${before}`);
    job = own(answer.json, 'job');
  }
  t.match(job, { state: 'running' });
  for (const path of ['/trace', '/plan', '/route'])
    t.not((await visit(`POST ${path}`, { ...csrf, ...JSON_TYPE }, '{"task":"x","policy":{}}')).status, 502, path);
});
