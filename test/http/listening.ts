import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Test } from 'tap';
import { openService } from '../../src/daemon/context.ts';
import { resolveHermesPaths } from '../../src/hermes/paths.ts';
import { buildApp } from '../../src/http/app.ts';

/** The token that the tests' token files hold, unless a test writes another. */
export const TOKEN = 's3cr3t-token-value';

/** A small valid policy: one rule for hard verbs, everything else to the classifier (spec: http 7, fixture F). */
export const POLICY = `enabled: true
classifier: {model: judge, provider: judge-rail}
fail_safe: {profile: coder, model: strong, provider: safe}
blocklist: {manual_ban: [], fallback_chain: [], auto_breaker: {enabled: false}}
rules:
  - id: hard-verbs
    when: {verb_class: {eq: hard}}
    then: {profile: coder, model: T4}
default: {action: classify}
tiers:
  T1: {model: tiny, provider: cheap}
  T2: {model: small, provider: cheap}
  T3: {model: medium, provider: strong}
  T4: {model: strong, provider: strong}
`;

/** A log that nobody reads. */
export const QUIET = { info: () => {}, warn: () => {} };

/** A folder that plays \`HERMES_HOME\`, with nothing of the person who runs the tests. */
export interface TestHome {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly tokenFile: string;
  /** Writes the token file (bytes or text), mode 0600 unless told otherwise. */
  writeToken(content: string | Buffer, mode?: number): void;
}

/** Makes a home with a policy and a token; it is removed when the test ends. */
export function testHome(t: Test, policy: string | null = POLICY): TestHome {
  const folder = mkdtempSync(join(tmpdir(), 'router-home-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const env = { HOME: folder, HERMES_HOME: folder, PATH: process.env.PATH };
  const { tokenFile, policyFile } = resolveHermesPaths(env);
  mkdirSync(dirname(tokenFile), { recursive: true });
  if (policy !== null) writeFileSync(policyFile, policy);
  const writeToken = (content: string | Buffer, mode = 0o600) => {
    rmSync(tokenFile, { recursive: true, force: true });
    writeFileSync(tokenFile, content);
    chmodSync(tokenFile, mode);
  };
  writeToken(TOKEN);
  return { folder, env, tokenFile, writeToken };
}

/** The real app on a real port. */
export interface ListeningApp {
  readonly port: number;
  readonly home: TestHome;
  /** What the app reported as failed. */
  readonly failures: readonly object[];
}

/** Starts the app over real files on a port of the system's choice; it is closed when the test ends. */
export async function listeningApp(
  t: Test,
  options: { readonly rateLimit?: number; readonly policy?: string; readonly home?: TestHome } = {},
): Promise<ListeningApp> {
  const home = options.home ?? testHome(t, options.policy);
  const failures: object[] = [];
  const { context, token, close } = await openService({
    env: home.env,
    config: null,
    version: '0.0.0-test',
    log: QUIET,
  });
  const app = await buildApp({
    context,
    token,
    log: { error: (details) => void failures.push(details) },
    rateLimit: options.rateLimit ?? 0,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  t.teardown(async () => {
    app.server.closeAllConnections();
    await app.close();
    await context.jobs.close();
    await close();
  });
  const address = app.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no address');
  return { port: address.port, home, failures };
}
