import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Test } from 'tap';
import { resolveHermesPaths } from '../../src/hermes/paths.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { POLICY, TOKEN } from '../http/listening.ts';
import { exchange, type RawAnswer, requestText } from '../http/raw.ts';

const AUTH = { 'X-Hermes-Sidecar-Token': TOKEN };
/** Headers of a caller that may ask for a live decision. */
export const NAMED = { ...AUTH, 'X-Hermes-Router-Client': 'tests', 'Content-Type': 'application/json' };

/**
 * A home on the disk that the project is on: durability is not proved on a tmpfs, which the temporary folder may be.
 * @param folder where it is made; a mount of the test's own, for instance.
 */
export function daemonHome(t: Test, folder?: string): { readonly env: NodeJS.ProcessEnv; readonly routes: string } {
  const project = fileURLToPath(new URL('../../.tap', import.meta.url));
  mkdirSync(project, { recursive: true });
  const home = folder ?? mkdtempSync(join(project, 'home-'));
  if (folder === undefined) t.teardown(() => rmSync(home, { recursive: true, force: true }));
  const env = { HOME: home, HERMES_HOME: home, PATH: process.env.PATH };
  const paths = resolveHermesPaths(env);
  mkdirSync(dirname(paths.tokenFile), { recursive: true });
  writeFileSync(paths.tokenFile, TOKEN, { mode: 0o600 });
  writeFileSync(paths.policyFile, POLICY);
  mkdirSync(paths.stateDir, { recursive: true });
  return { env, routes: join(paths.stateDir, 'routes.jsonl') };
}

/** One live decision. */
export function decide(port: number, task: string, more: JsonObject = {}): Promise<RawAnswer> {
  return exchange(port, requestText('POST /route', port, NAMED, JSON.stringify({ task, ...more })));
}

/** The body of `GET /routes` with this query. */
export async function rowsOf(port: number, query = ''): Promise<JsonObject> {
  return (await exchange(port, requestText(`GET /routes${query}`, port, AUTH))).json;
}

/** The body of `GET /status`. */
export async function statusOf(port: number): Promise<JsonObject> {
  return (await exchange(port, requestText('GET /status', port, AUTH))).json;
}
