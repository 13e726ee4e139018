import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { CommandError } from '../../src/commands/failure.ts';
import { registerPlan } from '../../src/commands/plan.ts';
import { diffText, planText } from '../../src/commands/plan-text.ts';
import { readSettings } from '../../src/commands/set-path.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { listeningApp, POLICY, testHome } from '../http/listening.ts';
import { runHere } from './command-here.ts';

/** Runs commands against a daemon that listens in this process. */
async function commands(t: Test) {
  const { port, home } = await listeningApp(t);
  const policyFile = join(home.folder, 'router.yaml');
  return {
    run: (...argv: string[]) => runHere(registerPlan, home.env, [...argv, '--port', String(port)]),
    text: () => readFileSync(policyFile, 'utf8'),
    folder: home.folder,
  };
}

t.test('--set takes dotted keys, quoted ones, and YAML values', async (t) => {
  const table: readonly (readonly [readonly string[], JsonObject])[] = [
    [['tiers.T2.model=x'], { tiers: { T2: { model: 'x' } } }],
    [
      ['tiers.T2.model=x', 'tiers.T2.provider=y=z', 'enabled=false'],
      { tiers: { T2: { model: 'x', provider: 'y=z' } }, enabled: false },
    ],
    [['price_windows."glm-4.7"=[]', "price_windows.'a=b'=null"], { price_windows: { 'glm-4.7': [], 'a=b': null } }],
    [['tiers.T1.time_cap={max_multiplier: 1.5}'], { tiers: { T1: { time_cap: { max_multiplier: 1.5 } } } }],
    [['default.model="no"', 'default.action=null'], { default: { model: 'no', action: null } }],
    [['tiers.T1=null', 'tiers.T1.model=x'], { tiers: { T1: { model: 'x' } } }],
  ];
  for (const [flags, patch] of table) t.strictSame(readSettings(flags), patch, flags.join(' '));
  for (const flag of ['tiers', '=x', 'a..b=1', '.a=1', 'a.=1', '"a=1', 'a=', 'a={', 'a=[1'])
    t.throws(() => readSettings([flag]), CommandError, flag);
});

t.test('plan shows the diff and the impact, and writes nothing', async (t) => {
  const { run, text } = await commands(t);
  const shown = await run('plan', '--set', 'tiers.T4.model=stronger', '--set', 'secrets=1');
  t.equal(shown.code, 0, shown.err);
  t.match(
    shown.out,
    /^--- router\.yaml \(current\)\n[\s\S]+\n- {2}T4: \{model: strong,.*\n\+ {2}T4: \{model: stronger,/,
  );
  t.match(shown.out, /^ignored: secrets is not edited here$/m);
  t.match(shown.out, /^impact: 0 of the last 0 decisions would change$/m);
  t.match(JSON.parse((await run('plan', '--json', '--set', 'enabled=true')).out), { valid: true, no_op: true });
  t.match((await run('plan', '--set', 'enabled=true')).out, /^nothing to change/);
  const invalid = await run('plan', '--set', 'tiers.T4=null');
  t.equal(invalid.code, 1);
  t.match(invalid.out, /^not valid:\n- .*T4/m);
  t.equal(text(), POLICY);
});

t.test('apply writes from flags, a file and rules by id; revert goes back', async (t) => {
  const { run, text, folder } = await commands(t);
  t.match(await run('apply', '--set', 'tiers.T4.model=stronger'), { code: 0, out: /written; in effect/ });
  const file = join(folder, 'change.yaml');
  writeFileSync(file, 'tiers:\n  T1: {model: tinier}\nenabled: false\n');
  t.match(await run('apply', file, '--set', 'enabled=true', '--json'), { code: 0, out: /"ok": true/ });
  t.match(await run('apply', '--set', 'rules.hard-verbs.enabled=false'), { code: 0 });
  t.equal(
    text(),
    POLICY.replace('model: strong, provider: strong', 'model: stronger, provider: strong')
      .replace('model: tiny', 'model: tinier')
      .replace('model: T4}\n', 'model: T4}\n    enabled: false\n'),
  );
  t.match(await run('apply', '--set', 'rules.hard-verbs.enabled=false'), { code: 0, out: /^nothing to change/ });
  t.match(await run('apply', '--set', 'rules.none.enabled=false'), { code: 2, err: /no rule 'none'/ });
  t.match(await run('apply', '--set', 'rules.hard-verbs.when=null'), { code: 1, out: /another 'when'/ });
  t.match(await run('apply', '--set', 'tiers.T4=null', '--json'), { code: 1, out: /"valid": false/ });
  for (const entry of [4, 5, 6]) t.match(await run('revert'), { code: 0, out: new RegExp(`entry ${entry} `) });
  t.equal(text(), POLICY);
  t.match(await run('revert'), { code: 1, err: /nothing to go back to/ });
  t.match(await run('revert', '--json'), { code: 1, out: /"ok": false/ });
});

t.test('what is not understood, and a daemon that is not there', async (t) => {
  const { run, folder } = await commands(t);
  t.match(await run('plan'), { code: 2, err: /nothing to change/ });
  t.match(await run('plan', join(folder, 'none.yaml')), { code: 2, err: /cannot read the change/ });
  writeFileSync(join(folder, 'list.yaml'), '- 1\n');
  t.match(await run('plan', join(folder, 'list.yaml')), { code: 2, err: /no mapping/ });
  t.match(await run('plan', '--set', 'x'), { code: 2 });
  const { env } = testHome(t);
  t.match(await runHere(registerPlan, env, ['revert', '--port', '9']), { code: 69, err: /does not answer/ });
  t.notOk(existsSync(join(folder, 'router.yaml.bak')));
});

t.test('a diff is coloured on a terminal, and steers it no further', async (t) => {
  const diff = '--- a\n+++ b\n@@ -1 +1 @@\n kept\n-old\r\n+new \u001b[2J\n';
  t.equal(diffText(diff, false), '--- a\n+++ b\n@@ -1 +1 @@\n kept\n-old\n+new \ufffd[2J');
  t.match(diffText(diff, true), '\u001b[31m-old\u001b[0m\n\u001b[32m+new \ufffd[2J\u001b[0m');
  const changes = Array.from({ length: 12 }, (_, index) => ({ count: 1, from: `a${index}`, to: 'b' }));
  const impact = {
    changed: 12,
    replayed: 20,
    changes,
    not_replayed: [{ reason: 'why', count: 3 }],
    complete: false,
    notes: ['a note'],
  };
  t.match(
    planText({ diff, errors: [], ignored: [], impact }, false),
    /12 of the last 20.*\n {2}1 x a0 {2}-> {2}b\n[\s\S]*and 2 other changes\n {2}3 not replayed: why\n {2}cut short.*\n {2}a note$/,
  );
});
