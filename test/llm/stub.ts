import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Test } from 'tap';
import { resolveHermesPaths } from '../../src/hermes/paths.ts';
import { isMapping, type JsonObject } from '../../src/lib/json.ts';
import type { AuditRecord } from '../../src/llm/audit.ts';
import { isLlmError, type LlmError } from '../../src/llm/errors.ts';
import { type Llm, type LlmOptions, openLlm } from '../../src/llm/llm.ts';

/** What the stub was asked. */
export interface Asked {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: JsonObject;
}

/** How the stub answers one request. */
export type Behaviour = (response: ServerResponse, asked: Asked) => void;

/** A provider that does what it is told. */
export interface Stub {
  /** `http://127.0.0.1:<port>`. */
  readonly origin: string;
  readonly asked: Asked[];
  /** Connections that clients have closed or lost. */
  closedSockets(): number;
}

/** Starts a stub that gives the answers in turn and repeats the last one. */
export async function startStub(t: Test, ...answers: readonly [Behaviour, ...Behaviour[]]): Promise<Stub> {
  const asked: Asked[] = [];
  let closed = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString() || '{}');
      const seen = { path: request.url ?? '', headers: request.headers, body: isMapping(body) ? body : {} };
      const behaviour = answers[Math.min(asked.length, answers.length - 1)] ?? answers[0];
      asked.push(seen);
      behaviour(response, seen);
    });
  });
  server.on('connection', (socket) => socket.once('close', () => closed++));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no address');
  return { origin: `http://127.0.0.1:${address.port}`, asked, closedSockets: () => closed };
}

/** Answers with a status, a body (JSON unless it is text) and headers. */
export function answer(status: number, body: unknown, headers: Record<string, string> = {}): Behaviour {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body));
  };
}

/** A chat completion with this text. */
export function completion(content: unknown, more: JsonObject = {}): Behaviour {
  const usage = { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 };
  const choices = [{ index: 0, message: { role: 'assistant', content, ...more }, finish_reason: 'stop' }];
  return answer(200, { model: 'served-model', choices, usage });
}

/** Answers with a provider's error object. */
export function refusal(
  status: number,
  message = 'no',
  more: JsonObject = {},
  headers: Record<string, string> = {},
): Behaviour {
  return answer(status, { error: { message, ...more } }, headers);
}

/** An opened LLM access and what it left behind. */
export interface Opened {
  readonly llm: Llm;
  readonly audit: AuditRecord[];
  /** Waits that were asked for, in milliseconds; none of them took any time. */
  readonly pauses: number[];
  readonly root: string;
  /** Moves the clock for cooldowns. */
  advance(seconds: number): void;
  /** Writes config.yaml anew. */
  configure(config: JsonObject): void;
}

/** The grants that the classifier needs. */
export const GRANTED: JsonObject = {
  entries: { 'hermes-smart-router': { llm: { allow_provider_override: true, allow_model_override: true } } },
};

/** Opens the LLM access over a temp home with this config.yaml, `.env` and auth.json. */
export function openOver(
  t: Test,
  config: JsonObject,
  files: { readonly env?: string; readonly auth?: JsonObject } = {},
  options: Partial<LlmOptions> = {},
): Opened {
  const root = t.testdir();
  const configure = (next: JsonObject): void => writeFileSync(join(root, 'config.yaml'), JSON.stringify(next));
  configure(config);
  if (files.env !== undefined) writeFileSync(join(root, '.env'), files.env);
  if (files.auth !== undefined) writeFileSync(join(root, 'auth.json'), JSON.stringify(files.auth));
  const audit: AuditRecord[] = [];
  const pauses: number[] = [];
  let clock = 0;
  const llm = openLlm({
    paths: resolveHermesPaths({ HOME: root, HERMES_HOME: root }),
    env: {},
    monotonic: () => clock,
    now: () => new Date(Date.UTC(2026, 0, 1) + clock * 1000),
    pause: async (ms) => void pauses.push(ms),
    audit: (record) => audit.push(record),
    ...options,
  });
  t.teardown(() => llm.close());
  return {
    llm,
    audit,
    pauses,
    root,
    configure,
    advance: (seconds) => {
      clock += seconds;
    },
  };
}

/** A config.yaml whose main model is the stub, spoken to as a custom endpoint. */
export function stubConfig(stub: Stub, more: JsonObject = {}): JsonObject {
  return {
    model: { default: 'stub-model', provider: 'custom', base_url: `${stub.origin}/v1`, api_key: 'sk-stub-secret' },
    ...more,
  };
}

/** The LlmError that a call ends with. */
export async function failureOf(call: Promise<unknown>): Promise<LlmError> {
  try {
    await call;
  } catch (error) {
    if (isLlmError(error)) return error;
    throw error;
  }
  throw new Error('the call did not fail');
}

/** One user message. */
export const PING = [{ role: 'user', content: 'ping' }] as const;
