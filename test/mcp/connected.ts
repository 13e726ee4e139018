import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { type CallToolResult, CallToolResultSchema, type Progress } from '@modelcontextprotocol/sdk/types.js';
import type { Test } from 'tap';
import { isMapping, type JsonObject } from '../../src/lib/json.ts';
import { bareNode } from '../bare-node.ts';
import { MAIN } from '../main-file.ts';

/** The server in a process of its own, and the SDK's client on the other end. */
export interface Connected {
  readonly client: Client;
  readonly pid: number;
  /** What the server wrote to stderr so far. */
  stderr(): string;
  /** Calls a tool and reads its one JSON object. */
  call(
    name: string,
    args: object,
    options?: CallOptions,
  ): Promise<{ readonly body: JsonObject; readonly isError: boolean }>;
}

/** How a call is made. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: Progress) => void;
}

/** Starts `hermes-router mcp` with exactly this environment, as Hermes would; it ends with the test. */
export async function connect(t: Test, env: NodeJS.ProcessEnv, args: readonly string[] = []): Promise<Connected> {
  const [command, argv] = bareNode(env, MAIN, 'mcp', ...args);
  const transport = new StdioClientTransport({
    command,
    args: argv,
    env: {},
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk;
  });
  const client = new Client({ name: 'test', version: '0' });
  await client.connect(transport);
  t.teardown(() => client.close());
  return {
    client,
    pid: transport.pid ?? 0,
    stderr: () => stderr,
    call: async (name, values, options = {}) => {
      const answer = await client.request(
        { method: 'tools/call', params: { name, arguments: { ...values } } },
        CallToolResultSchema,
        { timeout: 60_000, ...options },
      );
      return { body: bodyOf(answer), isError: answer.isError === true };
    },
  };
}

function bodyOf({ content: [first] }: CallToolResult): JsonObject {
  const body: unknown = first?.type === 'text' ? JSON.parse(first.text) : null;
  if (!isMapping(body)) throw new Error('the tool did not answer with one JSON object');
  return body;
}
