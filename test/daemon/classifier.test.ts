import { writeFileSync } from 'node:fs';
import t from 'tap';
import { resolveHermesPaths } from '../../src/hermes/paths.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { POLICY } from '../http/listening.ts';
import { completion, GRANTED, startStub, stubConfig } from '../llm/stub.ts';
import { type DaemonProcess, startProcess } from './daemon-process.ts';
import { daemonHome, decide, rowsOf, statusOf } from './live-daemon.ts';

const ASKS_STUB = POLICY.replace(
  'classifier: {model: judge, provider: judge-rail}',
  'classifier: {model: stub-model, provider: custom, timeout_seconds: 30}',
);
/** No rule decides it, so the classifier is asked. */
const OPEN = 'Plan the summer party';
/** Of the contract: the WebUI's proxy gives up after ten seconds. */
const PROMISED_MS = 9000;

/** A real daemon whose Hermes home has this config.yaml. */
async function daemonWith(t: Parameters<typeof startProcess>[0], config: JsonObject): Promise<number> {
  return processWith(t, config).port();
}

function processWith(t: Parameters<typeof startProcess>[0], config: JsonObject): DaemonProcess {
  const { env } = daemonHome(t);
  const paths = resolveHermesPaths(env);
  writeFileSync(paths.policyFile, ASKS_STUB);
  writeFileSync(paths.configFile, JSON.stringify(config));
  return startProcess(t, { env });
}

t.test('P-03 a provider that does not answer for 30 s: the decision falls back in time for the proxy', async (t) => {
  const stub = await startStub(t, () => undefined);
  const port = await daemonWith(t, stubConfig(stub, { plugins: GRANTED }));
  const from = performance.now();
  const decided = decide(port, OPEN);
  t.match(await statusOf(port), { classifier_health: { state: 'unused' } }, 'others are answered meanwhile');
  const { status, json } = await decided;
  t.ok(performance.now() - from < PROMISED_MS, `${(performance.now() - from).toFixed(0)} ms`);
  t.equal(status, 200);
  t.match(json, {
    logged: 'durable',
    decision: { cause: 'fail_safe_strong', output: { model: 'strong', provider: 'safe' } },
  });
  t.equal(stub.asked.length, 1);
  t.match(await statusOf(port), { classifier_health: { state: 'failing', last_50: { timeout: 1 } } });
});

t.test('a gate that refuses is named in /status with the keys that open it, before anybody asked', async (t) => {
  const stub = await startStub(t, completion('{"tier": "T2", "confidence": 0.9}'));
  const port = await daemonWith(t, stubConfig(stub));
  const { classifier_health: health } = await statusOf(port);
  t.match(health, { state: 'refused', fix: /plugins\.entries\.hermes-smart-router\.llm\./, last_50: {} });
  t.match((await decide(port, OPEN)).json, { decision: { cause: 'fail_safe_strong' } });
  t.match(await statusOf(port), { classifier_health: { state: 'refused', last_50: { refused: 1 } } });
  t.equal(stub.asked.length, 0);
});

t.test('a granted classifier decides, and its answer is in the log', async (t) => {
  const stub = await startStub(t, completion('{"tier": "T2", "confidence": "high"}'));
  const port = await daemonWith(t, stubConfig(stub, { plugins: GRANTED }));
  const { json } = await decide(port, OPEN);
  t.match(json, { decision: { cause: 'classifier', output: { model: 'small', provider: 'cheap' } } });
  t.match(await statusOf(port), { classifier_health: { state: 'ok', last_50: { answered: 1 } } });
  t.match(await rowsOf(port), { routes: [{ id: json.id, cause: 'classifier', model: 'small' }] });
});

t.test(
  'every call leaves one audit line, answered or refused, and no line holds the task, the prompt or the key',
  async (t) => {
    const stub = await startStub(t, completion('{"tier": "T2", "confidence": "high"}'));
    const key = 'walrus-striped-0123456789';
    for (const [plugins, outcome] of [
      [GRANTED, /provider=custom model=stub-model purpose=hermes-smart-router\.classify tokens=7 outcome=ok/],
      [{}, /purpose=hermes-smart-router\.classify tokens=- outcome=refused/],
    ] as const) {
      const config = stubConfig(stub, { plugins });
      const daemon = processWith(t, { ...config, model: { ...Object(config.model), api_key: key } });
      await decide(await daemon.port(), OPEN);
      await daemon.waitFor(/plugin_llm/);
      daemon.kill('SIGTERM');
      const { stderr } = await daemon.ended;
      t.match(stderr, outcome);
      t.equal(stderr.match(/plugin_llm\.complete plugin=hermes-smart-router/g)?.length, 1);
      for (const secret of [key, 'summer party', 'Bearer']) t.notOk(stderr.includes(secret), secret);
    }
  },
);
