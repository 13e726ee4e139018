import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { openBlocklist } from '../../src/blocklist/blocklist.ts';
import { resolveHermesPaths } from '../../src/hermes/paths.ts';
import { EXAMPLE_FILE } from '../../src/policy/seed.ts';
import { type CommandHome, commandHome } from './command-process.ts';

const EXAMPLE = readFileSync(EXAMPLE_FILE, 'utf8');
const FAILED = { model: 'glm-5.3-flash', provider: 'zai' };

function writePolicy({ env }: CommandHome, bans: string): void {
  writeFileSync(resolveHermesPaths(env).policyFile, EXAMPLE.replace('manual_ban: []', `manual_ban: ${bans}`));
}

/** Opens the breaker of a pair the way a daemon would. */
async function fail({ stateDir }: CommandHome, failures: number): Promise<void> {
  const blocklist = openBlocklist({ stateFile: join(stateDir, 'breaker-state.json') });
  const document = { blocklist: { auto_breaker: { enabled: true, threshold: 5, base_cooldown_seconds: 600 } } };
  for (let n = 0; n < failures; n++) await blocklist.recordFailure(document, FAILED.model, FAILED.provider, 'crash');
  await blocklist.flush();
}

t.test('nothing blocked: it says so, and names the stand-ins', async (t) => {
  const home = commandHome(t);
  writePolicy(home, '[]');
  const { code, out, err } = await home.run('blocklist');
  t.equal(code, 0);
  t.equal(err, '');
  t.match(out, /^no manual bans\nno active cooldowns\nfallback chain: glm-5\.3-flash -> .* -> gpt-5\.5\n$/);
});

t.test('bans with what they leave out, and a breaker that rests', async (t) => {
  const home = commandHome(t);
  writePolicy(home, '[{model: gpt-5.5, provider: openai-codex, reason: "stalls \\e[31m"}, {model: bad}, nonsense]');
  await fail(home, 5);
  const { out } = await home.run('blocklist');
  const lines = out.split('\n');
  t.strictSame(lines.slice(0, 5), [
    'manual bans:',
    '  gpt-5.5 @ openai-codex: stalls \ufffd[31m',
    '  bad @ *: none',
    '  "nonsense": not a ban, it has no effect',
    'breaker cooldowns:',
  ]);
  t.match(lines[5], /^ {2}glm-5\.3-flash@zai: open, (10m|\d+s) left, after crash$/);
  const { out: json } = await home.run('blocklist', '--json');
  t.match(JSON.parse(json), {
    manual_bans: [{ model: 'gpt-5.5', provider: 'openai-codex' }, { model: 'bad' }, 'nonsense'],
    breaker_cooldowns: [{ model_key: 'glm-5.3-flash@zai', state: 'OPEN', retry_at: /Z$/ }],
  });
});

t.test('a breaker that is off, a state file that is broken, and no policy', async (t) => {
  const home = commandHome(t);
  writePolicy(home, '[]');
  writeFileSync(join(home.stateDir, 'breaker-state.json'), '{"version": 1, "entries": ');
  const broken = await home.run('blocklist');
  t.equal(broken.code, 0);
  t.match(broken.err, /^hermes-router: .*breaker-state\.json/);

  const { policyFile } = resolveHermesPaths(home.env);
  writeFileSync(policyFile, 'blocklist: {auto_breaker: {enabled: false}}');
  t.match((await home.run('blocklist')).out, /^breaker: off in the policy$/m);

  const missing = await home.run('blocklist', '--config', '/nowhere/router.yaml');
  t.equal(missing.code, 1);
  t.match(missing.err, /no policy file at \/nowhere\/router\.yaml/);
});
