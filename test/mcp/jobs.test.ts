import { join } from 'node:path';
import { test } from 'tap';
import { openDaemonClient } from '../../src/client/client.ts';
import { followJob } from '../../src/client/follow.ts';
import { findJob } from '../../src/client/jobs.ts';
import { resolveHermesPaths } from '../../src/hermes/paths.ts';
import { runningDaemon, told } from '../client/running-daemon.ts';
import { connect } from './connected.ts';

/** What Hermes passes to its MCP servers, more or less. */
const bare = (home: string) => ({ PATH: process.env.PATH, HOME: home });

test('a job from its call to its end, with progress; then its status and output', async (t) => {
  const { env, home } = await runningDaemon(t);
  const mcp = await connect(t, bare(home.folder), ['--hermes-home', join(home.folder, 'profiles', 'reviewer')]);
  const messages: string[] = [];
  const prompt = told({ text: 'looking\n' }, { answer: 'all tidy' });
  const { body, isError } = await mcp.call(
    'delegate_profile',
    { prompt, profile: 'coder', context: 'a context' },
    { onprogress: ({ message }) => void messages.push(message ?? '') },
  );
  t.notOk(isError);
  t.match(body, { success: true, failure_kind: null, retryable: false, profile: 'coder', result: /all tidy/ });
  t.equal(body.subagent_id, body.job_id);
  t.match(messages[0], /^dp_[0-9a-f]{12} (queued|running)/, 'the first progress names the job');
  const id = String(body.job_id);
  t.match(await mcp.call('job_status', { job_id: id }), {
    isError: false,
    body: { state: 'succeeded', success: true },
  });
  const { body: output } = await mcp.call('job_output', { job_id: id });
  t.match(output, { text: /looking\n.*all tidy/s, eof: true });
  const { body: rest } = await mcp.call('job_output', { job_id: id, from: 3 });
  t.equal(rest.text, String(output.text).slice(3));
  const client = openDaemonClient({ paths: resolveHermesPaths(env), port: null, name: 'test' });
  t.match((await findJob(client, id))?.json, {
    request: { profile: 'coder', active_profile: 'reviewer' },
    cwd: process.cwd(),
  });
  t.equal(mcp.stderr(), '');
});

test('a job that takes longer than the wait goes on, and can be cancelled', async (t) => {
  const { home } = await runningDaemon(t);
  const mcp = await connect(t, home.env);
  const prompt = told({ text: 'started\n' }, { hang: true });
  const { body, isError } = await mcp.call('delegate_profile', { prompt, profile: 'coder', wait_seconds: 0 });
  t.notOk(isError);
  t.match(body, { job_id: /^dp_/, state: /queued|running/, next: 'job_status' });
  const waited = await mcp.call('job_status', { job_id: body.job_id, wait_seconds: 1 });
  t.match(waited, { isError: false, body: { state: 'running', next: 'job_status' } });
  t.match(await mcp.call('cancel_job', { job_id: body.job_id }), {
    isError: false,
    body: { state: 'cancelled', success: false, failure_kind: 'cancelled' },
  });
});

test('a cancelled request cancels its job, and the end of the connection does too', async (t) => {
  const { home } = await runningDaemon(t);
  const daemon = openDaemonClient({ paths: resolveHermesPaths(home.env), port: null, name: 'test' });
  for (const way of ['request', 'connection'] as const) {
    const mcp = await connect(t, home.env);
    const controller = new AbortController();
    let id = '';
    let seen: () => void = () => undefined;
    const running = new Promise<void>((resolve) => {
      seen = resolve;
    });
    const call = mcp.call(
      'delegate_profile',
      { prompt: told({ hang: true }), profile: 'coder' },
      {
        signal: controller.signal,
        onprogress: ({ message = '' }) => {
          id = message.split(' ')[0] ?? '';
          seen();
        },
      },
    );
    const rejected = t.rejects(call, way);
    await running;
    if (way === 'request') controller.abort('enough');
    else await mcp.client.close();
    await rejected;
    const job = await findJob(daemon, id);
    t.not(job, null);
    if (job === null) continue;
    const last = await followJob(daemon, job, { seconds: 30 });
    t.equal(last.state, 'cancelled', way);
  }
});

test('work for the profile that the agent runs as is handed back with an explanation', async (t) => {
  const { home } = await runningDaemon(t);
  const mcp = await connect(t, home.env, ['--active-profile', 'coder']);
  const { body, isError } = await mcp.call('delegate_profile', { prompt: 'Tidy up', context: 'c', profile: 'coder' });
  t.notOk(isError);
  t.match(body, {
    inline: true,
    tool: 'delegate_task',
    arguments: { goal: 'Tidy up', context: 'c' },
    hint: /Call delegate_task yourself/,
  });
});
