import { mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'tap';
import { runningDaemon, told } from '../client/running-daemon.ts';
import { testHome } from '../http/listening.ts';
import { connect } from './connected.ts';

test('tools/list: the schema of delegate_profile, with the real profiles and limits', async (t) => {
  const { folder, env } = testHome(t);
  for (const name of ['coder', 'reviewer']) mkdirSync(join(folder, 'profiles', name), { recursive: true });
  const { client } = await connect(t, env);
  const { tools } = await client.listTools();
  t.strictSame(
    tools.map(({ name }) => name),
    ['delegate_profile', 'trace_route', 'job_status', 'job_output', 'cancel_job'],
  );
  const { inputSchema } = tools[0] ?? { inputSchema: {} };
  t.match(inputSchema, {
    required: ['prompt'],
    properties: {
      prompt: { type: 'string' },
      goal: { type: 'string' },
      context: { type: 'string' },
      profile: { enum: ['auto', 'coder', 'default', 'reviewer'] },
      model: { type: 'string' },
      timeout: { type: 'integer', description: /Default: 600 .*10 min/ },
      wait_seconds: { description: /Default: 90/ },
    },
  });
  writeFileSync(
    join(folder, 'config.yaml'),
    'plugins: {entries: {hermes-smart-router: {watchdog: {hard_seconds: 90}}}}\n',
  );
  mkdirSync(join(folder, 'profiles', 'writer'));
  const later = JSON.stringify((await client.listTools()).tools[0]);
  t.match(later, /Default: 90 \(1\.5 min\)/, 'a changed setting shows in the next listing');
  t.match(later, /"writer"/, 'and so does a new profile');
});

test('what cannot be done is an answer that says why', async (t) => {
  const { home } = await runningDaemon(t);
  const mcp = await connect(t, home.env);
  const table: [string, object, object][] = [
    ['delegate_profile', { prompt: ' ' }, { failure_kind: 'bad_args', error: 'prompt is required', retryable: false }],
    [
      'delegate_profile',
      { prompt: 'x', profile: 'codr' },
      { failure_kind: 'unknown_profile', hint: /Did you mean coder/ },
    ],
    ['delegate_profile', { prompt: 'x', timeout: 'soon' }, { failure_kind: 'bad_args', error: /timeout/ }],
    [
      'delegate_profile',
      { prompt: 'x', colour: 'red' },
      { failure_kind: 'bad_args', error: /unknown argument "colour"/ },
    ],
    ['delegate_profile', { prompt: 'x', wait_seconds: -1 }, { error: /wait_seconds/ }],
    [
      'delegate_profile',
      { prompt: told({ exit: 3 }), profile: 'coder' },
      { failure_kind: 'nonzero_exit', success: false },
    ],
    ['job_status', { job_id: 'dp_000000000000' }, { error: /There is no job/ }],
    ['job_output', { job_id: '../../etc/passwd' }, { error: /There is no job/ }],
    ['cancel_job', {}, { error: /job_id is required/ }],
    ['trace_route', { task: '' }, { error: /task is required/ }],
    ['no_such_tool', {}, { error: /There is no tool "no_such_tool"/ }],
  ];
  for (const [name, args, expected] of table)
    t.match(await mcp.call(name, args), { isError: true, body: expected }, `${name} ${JSON.stringify(args)}`);
  t.match(await mcp.call('trace_route', { task: 'Debug race condition in pool' }), {
    isError: false,
    body: { decision: { matched_rule_id: 'hard-verbs', output: { profile: 'coder', model: 'strong' } } },
  });
});

test('a daemon that is down, or has no token, is an answer with its cure, and the server lives on', async (t) => {
  const home = testHome(t);
  const mcp = await connect(t, home.env);
  const down = await mcp.call('delegate_profile', { prompt: 'x' });
  t.match(down, { isError: true, body: { code: 'unreachable', hint: /hermes-router serve/ } });
  unlinkSync(home.tokenFile);
  t.match(await mcp.call('trace_route', { task: 'x' }), {
    isError: true,
    body: { code: 'no_token', hint: /Hermes One/ },
  });
  t.equal((await mcp.client.listTools()).tools.length, 5);
});

test('the README shows the line of the help', (t) => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  t.match(readme, 'router: {command: hermes-router, args: [mcp, --hermes-home, ~/.hermes, --active-profile, coder]}');
  t.end();
});
