import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import type { JsonObject } from '../../src/lib/json.ts';
import { listeningApp, POLICY, TOKEN, testHome } from './listening.ts';
import { exchange, type RawAnswer, requestText } from './raw.ts';

const AUTH = { 'X-Hermes-Sidecar-Token': TOKEN };

/** The small policy with a tier that has every knob, and a key that nobody knows. */
export const KNOBS = `${POLICY.replace('  T2: {model: small, provider: cheap}\n', '')}  T2:
    model: small
    provider: cheap
    # three of them
    fallback:
      - {model: a, provider: x}
      - {model: b, provider: y}
      - {model: c, provider: z}
    time_cap: {max_multiplier: 2}
    time_policy: {avoid_peak: [cheap]}
operator_note: mine
`;

/** The app over a policy that is going to be edited. */
export interface EditedApp {
  readonly port: number;
  readonly policyFile: string;
  readonly folder: string;
  get(path: string): Promise<RawAnswer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<RawAnswer>;
  /** Plans a change; the answer's body. */
  plan(policy: unknown): Promise<JsonObject>;
  /** Plans a change and applies it as the console does: the whole plan echoed, and the change. */
  apply(policy: unknown): Promise<RawAnswer>;
  /** The file as it is. */
  text(): string;
  hash(): string;
  backup(): string | null;
}

/** Starts the app over a home with a policy. */
export async function editedApp(t: Test, policy: string | null = POLICY): Promise<EditedApp> {
  const home = testHome(t, policy);
  const { port } = await listeningApp(t, { home });
  const policyFile = join(home.folder, 'router.yaml');
  const post: EditedApp['post'] = (path, body, headers = {}) =>
    exchange(port, requestText(`POST ${path}`, port, { ...AUTH, ...headers }, JSON.stringify(body)));
  const plan: EditedApp['plan'] = async (change) => (await post('/plan', { policy: change })).json;
  return {
    port,
    policyFile,
    folder: home.folder,
    get: (path) => exchange(port, requestText(`GET ${path}`, port, AUTH)),
    post,
    plan,
    apply: async (change) => post('/apply', { plan: await plan(change), policy: change }),
    text: () => readFileSync(policyFile, 'utf8'),
    hash: () => sha256(readFileSync(policyFile)),
    backup: () => (existsSync(`${policyFile}.bak`) ? readFileSync(`${policyFile}.bak`, 'utf8') : null),
  };
}

/** sha256 in hex. */
export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}
