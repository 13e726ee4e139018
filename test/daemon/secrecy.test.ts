import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { resolveHermesPaths } from '../../src/hermes/paths.ts';
import { POLICY, TOKEN } from '../http/listening.ts';
import { exchange, requestText } from '../http/raw.ts';
import { completion, GRANTED, refusal, startStub } from '../llm/stub.ts';
import { startProcess } from './daemon-process.ts';
import { daemonHome, decide, NAMED } from './live-daemon.ts';

const KEY = 'walrus-striped-0123456789';
const PASTED = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789';
/** Beyond the 120 characters that are kept of a task. */
const TAIL = 'the far end of the task';

t.test('no key, token or unabridged task in answers, files, log or ps after a run that used them', async (t) => {
  const echo = `Incorrect API key provided: ${KEY}; you said: ${TAIL}`;
  const stub = await startStub(
    t,
    completion('{"tier": "T2", "confidence": "high"}'),
    refusal(401, echo, { code: KEY }),
  );
  const { env, routes } = daemonHome(t);
  const paths = resolveHermesPaths(env);
  const model = { default: 'stub-model', provider: 'custom', base_url: `${stub.origin}/v1`, api_key: KEY };
  writeFileSync(paths.configFile, JSON.stringify({ model, plugins: GRANTED }));
  writeFileSync(paths.policyFile, POLICY.replace('model: judge, provider: judge-rail', 'model: m, provider: custom'));
  const daemon = startProcess(t, { env, args: ['--port', '0', '--log-level', 'trace'] });
  const port = await daemon.port();

  const said: string[] = [];
  for (const nth of ['first', 'second']) {
    const task = `Plan the ${nth} party, ${PASTED} ${'and so on '.repeat(20)}${TAIL}`;
    const { status, body, json } = await decide(port, task);
    t.equal(status, 200);
    said.push(body.toString());
    const id = String(json.id);
    for (const path of [`/routes?id=${id}`, '/routes', '/outcomes', '/status', '/liveness', '/metrics'])
      said.push((await exchange(port, requestText(`GET ${path}`, port, NAMED))).body.toString());
    said.push(
      (await exchange(port, requestText('POST /trace', port, NAMED, JSON.stringify({ task })))).body.toString(),
    );
  }
  t.strictSame(
    stub.asked.map(({ headers }) => headers.authorization),
    [`Bearer ${KEY}`, `Bearer ${KEY}`],
    'the key was used',
  );
  t.notOk(
    JSON.stringify(stub.asked.map(({ body }) => body)).includes(PASTED),
    'nor does the provider get a pasted one',
  );
  said.push(readFileSync(`/proc/${daemon.pid}/cmdline`, 'utf8'));
  daemon.kill('SIGTERM');
  const { stderr, stdout } = await daemon.ended;
  said.push(stderr, stdout);
  for (const name of readdirSync(paths.stateDir)) said.push(readFileSync(join(paths.stateDir, name), 'utf8'));
  t.ok(readFileSync(routes, 'utf8').includes('[redacted:openai-key]'), 'the place of the pasted key is marked');
  for (const secret of [KEY, TOKEN, PASTED, TAIL, 'Bearer'])
    t.strictSame(
      said.filter((text) => text.includes(secret)),
      [],
      secret,
    );
});
