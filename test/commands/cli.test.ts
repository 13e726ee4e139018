import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { bareNode } from '../bare-node.ts';
import { MAIN } from '../main-file.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const EXAMPLE = join(root, 'router.example.yaml');
const PEAK = '2026-08-17T07:00:00Z';

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function inHome(home: string) {
  const env = { PATH: process.env.PATH, HOME: home, HERMES_HOME: join(home, '.hermes') };
  return (...argv: string[]): Promise<Ran> =>
    new Promise((resolve) => {
      const [file, args] = bareNode(env, MAIN, ...argv);
      execFile(file, args, { cwd: root }, (error, out, err) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
      });
    });
}

t.test('explain answers the table of the three tasks, for a person and as JSON', async (t) => {
  const run = inHome(t.testdir());
  const table: [string, RegExp][] = [
    [
      'Rename getCwd in utils.py',
      /^decision: profile coder, T1 = glm-5\.3-flash @ zai \(rule trivial-mechanical-edit\)$/m,
    ],
    ['Debug race condition in pool', /^decision: profile coder, T4 = gpt-5\.5 @ openai-codex \(rule hard-verbs\)$/m],
    [
      'Review PR for security',
      /^decision: profile reviewer, the classifier .*profile reviewer, fail_safe = glm-5\.3-flash @ zai$/m,
    ],
  ];
  for (const [task, expected] of table) {
    const { code, out } = await run('--config', EXAMPLE, 'explain', task);
    t.equal(code, 0, task);
    t.match(out, expected, task);
  }
  const { out } = await run('explain', 'Review PR for security', '--config', EXAMPLE, '--at', '7', '--json');
  t.match(JSON.parse(out), {
    matched_rule_id: 'review-request',
    cause: 'classifier',
    output: { profile: 'reviewer', action: 'classify' },
    if_unclassified: { profile: 'reviewer', model: 'glm-5.3-flash', provider: 'zai' },
    at_source: 'explicit',
    utc_hour: 7,
  });
});

t.test('a requested model that is banned is refused with its replacement', async (t) => {
  const home = t.testdir();
  const file = join(home, 'banned.yaml');
  writeFileSync(
    file,
    readFileSync(EXAMPLE, 'utf8').replace(
      'manual_ban: []',
      'manual_ban: [{model: gpt-5.5, provider: openai-codex, reason: test}]',
    ),
  );
  const run = inHome(home);
  const { out } = await run(
    'explain',
    'Debug race condition in pool',
    '--config',
    file,
    '--model',
    'gpt-5.5',
    '--json',
  );
  t.strictSame(JSON.parse(out), { cause: 'blocklist_veto', output: { deny: true }, fallback: null });
  const luna = await run('explain', 'anything', '--config', file, '--model', 'gpt-5.6-luna', '--json');
  t.notMatch(luna.out, /blocklist_veto/);
});

t.test('chain prices every hop at the hour and keeps the order of its lines', async (t) => {
  const run = inHome(t.testdir());
  const { code, out } = await run('chain', 'Debug race condition in pool', '--config', EXAMPLE, '--at', PEAK);
  t.equal(code, 0);
  t.match(out, /^ {2}- deepseek-v4-pro \(deepseek\) x2\.0 in=\$1\.32\/1M out=\$3\.96\/1M$/m);
  const order = [
    'task:',
    'matched_rule:',
    'plan_source:',
    'sized_from:',
    'at:',
    'strategy:',
    'independent_rails:',
    'bypassed:',
    'peak_priced:',
    'requirements:',
    'eligible:',
    'pricing:',
    'rejected:',
  ];
  const found = order.map((key) => out.split('\n').findIndex((line) => line.startsWith(key)));
  t.notOk(found.includes(-1), 'every line is there');
  t.strictSame(
    found,
    [...found].sort((a, b) => a - b),
  );
  t.match(out, /nothing moved/);
});

t.test('a task too large for every model says so before the rejections', async (t) => {
  const run = inHome(t.testdir());
  const { out } = await run('chain', 'Debug a race condition across 300 files', '--config', EXAMPLE, '--at', PEAK);
  t.ok(out.indexOf('unsatisfiable:') > 0 && out.indexOf('unsatisfiable:') < out.indexOf('rejected:'));
  t.match(out, /largest registered model takes 1050000/);
  t.equal(out.match(/context_too_small/g)?.length, 3);
});

t.test('chain --json carries the payload keys, a seed and the measured prompt', async (t) => {
  const run = inHome(t.testdir());
  const seeded = await run(
    'chain',
    'Hello world',
    '--config',
    EXAMPLE,
    '--seed',
    '7',
    '--prompt-text',
    '   ',
    '--time-agnostic',
    '--json',
  );
  const payload = JSON.parse(seeded.out);
  t.match(payload, {
    task: 'Hello world',
    matched_rule_id: null,
    cause: 'default_fallthrough',
    seed: 7,
    plan_source: 'rules.plan_chain(seed=7)',
    plan_time_aware: false,
    preview: { sized_from: 'prompt_text', prompt_chars: 3 },
    at: null,
    at_source: 'time-agnostic',
  });
  t.notOk('utc_hour' in payload, 'an unknown hour is absent, never null');
});

t.test('lint: 0 for warnings, 1 for errors with one line each', async (t) => {
  const home = t.testdir();
  const run = inHome(home);
  const good = await run('lint', '--config', EXAMPLE);
  t.equal(good.code, 0);
  t.match(good.out, /valid\n.*advice only/s);
  const file = join(home, 'bad.yaml');
  writeFileSync(file, readFileSync(EXAMPLE, 'utf8').replace(/^default:.*\n(?: +.*\n)?/m, 'default: {model: T9}\n'));
  const bad = await run('lint', '--config', file, '--json');
  t.equal(bad.code, 1);
  t.match(JSON.parse(bad.out), { valid: false, errors: [/T9/] });
  const blocked = await run('explain', 'x', '--config', file);
  t.equal(blocked.code, 1);
  t.match(blocked.err, /router policy is invalid\n- .*T9/);
});

t.test('lint reports on a file that cannot be loaded like on any other', async (t) => {
  const home = t.testdir({ 'torn.yaml': 'rules: [\n' });
  const run = inHome(home);
  const file = join(home, 'torn.yaml');
  const json = await run('lint', '--config', file, '--json');
  t.equal(json.code, 1);
  t.match(JSON.parse(json.out), {
    path: file,
    valid: false,
    errors: [/^could not load router config: line \d+, column \d+/],
  });
  t.match(await run('lint', '--config', file), { code: 1, out: /1 error\n- could not load router config: line/ });
});

t.test('model-lint checks the policy and the profiles of the home', async (t) => {
  const home = t.testdir();
  const hermes = join(home, '.hermes');
  mkdirSync(join(hermes, 'profiles/coder'), { recursive: true });
  mkdirSync(join(hermes, 'profiles/empty'), { recursive: true });
  writeFileSync(join(hermes, 'profiles/coder/config.yaml'), 'model: {default: gone, provider: zai}\n');
  const run = inHome(home);
  t.match(await run('model-lint', '--config', EXAMPLE), { code: 1, err: /provider_models_cache\.json.*--cache/s });
  const offered = {
    zai: ['glm-5.3-flash', 'glm-4.5-flash'],
    'openai-codex': ['gpt-5.5', 'gpt-5.6-terra', 'gpt-5.6-luna'],
    xiaomi: ['mimo-v2.5'],
    deepseek: ['deepseek-v4-flash', 'deepseek-v4-pro'],
  };
  const cache = Object.fromEntries(Object.entries(offered).map(([provider, models]) => [provider, { models }]));
  writeFileSync(join(hermes, 'provider_models_cache.json'), JSON.stringify(cache));
  t.match(await run('model-lint', '--config', EXAMPLE), {
    code: 1,
    out: /^1 problem\n- .*coder\/config\.yaml: model\.default: .*'gone'\n$/,
  });
});

t.test(
  'usage errors exit 2, a missing policy exits 1 with its absolute path, and reading never writes one',
  async (t) => {
    const home = t.testdir();
    const run = inHome(home);
    const table: [string[], number, RegExp][] = [
      [['nonsense'], 2, /unknown command.*'nonsense'/],
      [['explain'], 2, /missing required argument 'task'/],
      [['explain', 'x', '--bogus'], 2, /unknown option/],
      [['explain', '   ', '--config', EXAMPLE], 2, /task is required/],
      [['explain', 'x', '--at', 'teatime', '--config', EXAMPLE], 2, /cannot read --at "teatime"/],
      [['explain', 'x', '--at', '7', '--time-agnostic', '--config', EXAMPLE], 2, /cannot be used with/],
      [['chain', 'x', '--seed', 'x', '--config', EXAMPLE], 2, /whole number/],
      [['serve', '--host', '0.0.0.0'], 2, /loopback/],
      [['lint'], 1, new RegExp(`${home}/\\.hermes/router\\.yaml`)],
      [['lint', '--config', 'no/such.yaml'], 1, new RegExp(`${root}no/such\\.yaml`)],
    ];
    for (const [argv, code, message] of table) {
      const ran = await run(...argv);
      t.equal(ran.code, code, argv.join(' '));
      t.match(ran.err, message, argv.join(' '));
    }
    t.throws(() => readFileSync(join(home, '.hermes/router.yaml')), { code: 'ENOENT' });
  },
);

t.test('--version prints the package version, --help teaches', async (t) => {
  const run = inHome(t.testdir());
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  t.match(await run('--version'), { code: 0, out: `${version}\n` });
  t.match(await run('--help'), { code: 0, out: /First steps:.*hermes-router explain/s });
  t.match(await run('explain', '--help'), { code: 0, out: /Examples:.*Exit codes:/s });
});

t.test('demo answers over HTTP and leaves nothing behind; a taken port is named and left', async (t) => {
  const home = t.testdir();
  mkdirSync(join(home, 'tmp'));
  const run = inHome(home);
  const { createServer } = await import('node:http');
  const squatter = createServer((_, reply) => reply.end('not a router')).listen(0, '127.0.0.1');
  await new Promise((resolve) => squatter.once('listening', resolve));
  t.teardown(() => squatter.close());
  const address = squatter.address();
  const port = typeof address === 'object' && address !== null ? String(address.port) : '';
  const ran = await run('demo', '--once', '--port', port);
  t.equal(ran.code, 0, ran.err);
  t.match(ran.err, new RegExp(`port ${port} is in use by another program \\(pid ${process.pid}`));
  t.match(ran.out, /T1 = glm-5\.3-flash @ zai.*T4 = gpt-5\.5 @ openai-codex.*fail_safe = glm-5\.3-flash @ zai/s);
  squatter.closeAllConnections();
  // The attempt orders change with the hour, the decisions do not.
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  for (const line of ran.out.split('\n').filter((text) => text.includes('->')))
    t.ok(readme.includes(line), `README shows ${line}`);
});
