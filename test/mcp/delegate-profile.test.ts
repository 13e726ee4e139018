import { join } from 'node:path';
import { test } from 'tap';
import { delegateProfile } from '../../src/mcp/delegate-profile.ts';
import { readSurroundings } from '../../src/mcp/surroundings.ts';
import { testHome } from '../http/listening.ts';

test('inside a delegated child delegate_profile is not offered, and refuses', async (t) => {
  const { env } = testHome(t);
  const ask = () => Promise.reject(new Error('the daemon is not asked'));
  const report = () => undefined;
  const { signal } = new AbortController();
  const table: [NodeJS.ProcessEnv, boolean][] = [
    [{ HERMES_DELEGATE_PROFILE_DISABLE: '1' }, false],
    [{ HERMES_ROUTER_JOB_ID: 'dp_0123456789ab' }, false],
    [{ HERMES_ROUTER_JOB_ID: 'something else' }, true],
    ...['0', '', 'true', 'yes', '2'].map((value): [NodeJS.ProcessEnv, boolean] => [
      { HERMES_DELEGATE_PROFILE_DISABLE: value },
      true,
    ]),
  ];
  for (const [extra, isOffered] of table) {
    const all = { ...env, ...extra };
    const tool = delegateProfile(readSurroundings({}, all), all);
    t.equal(tool.define() !== null, isOffered, JSON.stringify(extra));
    if (isOffered) continue;
    t.match(await tool.call({ args: { prompt: 'x' }, client: { ask }, signal, report }), {
      isError: true,
      body: { success: false, failure_kind: 'routing_recursion', retryable: false, error: /re-enter/ },
    });
  }
});

test('where the server stands, by its flags and its environment', (t) => {
  const root = '/home/me/.hermes';
  const table: [Parameters<typeof readSurroundings>[0], NodeJS.ProcessEnv, string, string][] = [
    [{}, { HOME: '/home/me' }, root, ''],
    [{}, { HOME: '/home/me', HERMES_PROFILE: 'coder' }, root, 'coder'],
    [{}, { HOME: '/home/me', HERMES_HOME: `${root}/profiles/writer` }, root, 'writer'],
    [{ hermesHome: '~/.hermes' }, { HOME: '/home/me', HERMES_HOME: '/elsewhere' }, root, ''],
    [{ hermesHome: `${root}/profiles/writer`, activeProfile: 'coder' }, { HOME: '/home/me' }, root, 'coder'],
    [{ hermesHome: '/data' }, { HOME: '/home/me' }, '/data', ''],
  ];
  for (const [flags, env, expectedRoot, profile] of table) {
    const { paths, activeProfile } = readSurroundings(flags, env);
    t.strictSame([paths.root, activeProfile], [expectedRoot, profile], JSON.stringify([flags, env]));
    t.equal(paths.tokenFile, join(expectedRoot, 'webui/sidecar-auth/hermes-smart-router.token'));
  }
  t.end();
});
