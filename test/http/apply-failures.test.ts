import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'tap';
import { resolveHermesPaths } from '../../src/hermes/paths.ts';
import { processMark } from '../../src/lib/process-mark.ts';
import { editedApp } from './editing.ts';
import { POLICY } from './listening.ts';

test('Y-16 of 16 who apply at once one is served, fifteen learn the new hash', async (t) => {
  const app = await editedApp(t);
  const plan = await app.plan({});
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, index) =>
      app.post('/apply', { plan, policy: { tiers: { T1: { model: `m${index}` } } } }),
    ),
  );
  t.strictSame(answers.map(({ status }) => status).sort(), [200, ...Array(15).fill(409)]);
  for (const { status, json } of answers) t.equal(json.base_hash, app.hash(), String(status));
  const winner = answers.findIndex(({ status }) => status === 200);
  t.equal(app.text(), POLICY.replace('model: tiny', `model: m${winner}`));
  t.match((await app.get('/status')).json, { valid: true });
  t.strictSame(
    readdirSync(app.folder)
      .filter((name) => /router\.yaml|tmp|lock/.test(name))
      .sort(),
    ['router.yaml', 'router.yaml.bak'],
  );
});

test('an edit by hand between plan and apply is a conflict, and intact', async (t) => {
  const app = await editedApp(t);
  const policy = { tiers: { T1: { model: 'tinier' } } };
  const plan = await app.plan(policy);
  const mine = POLICY.replace('model: strong, provider: strong', 'model: mine, provider: strong');
  writeFileSync(app.policyFile, mine);
  const { status, json } = await app.post('/apply', { plan, policy });
  t.strictSame([status, json.conflict, json.base_hash], [409, true, app.hash()]);
  t.equal(app.text(), mine);
  t.equal(app.backup(), null);
});

test('a file that may not be written, a state folder that cannot, a writer that does not end', async (t) => {
  const app = await editedApp(t);
  const apply = () => app.apply({ tiers: { T1: { model: 'tinier' } } });
  chmodSync(app.policyFile, 0o444);
  const readOnly = await apply();
  t.equal(readOnly.status, 403);
  t.match(readOnly.json, { ok: false, code: 'policy_read_only', error: /read-only/, hint: String });
  chmodSync(app.policyFile, 0o644);
  const { stateDir } = resolveHermesPaths({ HOME: app.folder, HERMES_HOME: app.folder });
  mkdirSync(stateDir, { recursive: true });
  const history = join(stateDir, 'policy-history');
  writeFileSync(history, 'in the way');
  const failed = await apply();
  t.equal(failed.status, 500);
  t.match(failed.json, { ok: false, code: 'policy_write_failed', error: /could not write/ });
  rmSync(history);
  const mark = processMark(process.pid);
  const lock = join(app.folder, '.router.yaml.lock');
  writeFileSync(lock, JSON.stringify({ pid: mark?.pid, start_ticks: mark?.startTicks, boot_id: mark?.bootId }));
  const locked = await apply();
  t.equal(locked.status, 503);
  t.match(locked.json, { ok: false, code: 'policy_locked' });
  t.equal(app.text(), POLICY, 'nothing was written');
  rmSync(lock);
  t.equal((await apply()).status, 200);
});
