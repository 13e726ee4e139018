import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  type Tool as ListedTool,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { DaemonClient } from '../client/client.ts';
import { isDaemonError } from '../client/daemon-error.ts';
import type { SeenJob } from '../client/seen-job.ts';
import { isMapping } from '../lib/json.ts';
import { isArgumentError, type Tool, type ToolAnswer, type ToolCall } from './tool.ts';

/** What the server is made of. */
export interface ServeOptions {
  readonly version: string;
  readonly tools: readonly Tool[];
  readonly client: DaemonClient;
  /** Ends the server, as the end of standard input does. */
  readonly stop: AbortSignal;
  /** One line for whoever looks at the log. */
  readonly complain: (text: string) => void;
}

/** A prompt has 1,048,576 characters at most, which can be 12 MiB as escapes. The SDK's own limit is 10. Bytes. */
const MAX_MESSAGE_BYTES = 20 * 1024 * 1024;

const INSTRUCTIONS =
  'Hands tasks to other Hermes profiles. delegate_profile runs one and answers how it ended; trace_route says where a task would go. Jobs outlive a call: follow them with job_status and job_output, end them with cancel_job.';

/**
 * Serves the tools on standard input and output until the client closes its end. Calls still waited for are cancelled then, and their jobs with
 * them. The low-level server is used on purpose: our schemas are JSON Schema made at run time, the other one wants Zod.
 */
export async function serveMcp({ version, tools, client, stop, complain }: ServeOptions): Promise<void> {
  const server = new Server(
    { name: 'hermes-smart-router', version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.flatMap(listed) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra): Promise<CallToolResult> => {
    const { progressToken } = extra._meta ?? {};
    const since = performance.now();
    const report = (job: SeenJob): void => {
      if (progressToken === undefined) return;
      const progress = (performance.now() - since) / 1000;
      const told = extra.sendNotification({
        method: 'notifications/progress',
        params: { progressToken, progress, message: progressText(job) },
      });
      told.catch(() => undefined);
    };
    const args = isMapping(params.arguments) ? params.arguments : {};
    return result(await callTool(tools, params.name, { args, client, signal: extra.signal, report }, complain));
  });
  server.onerror = (error) => complain(`hermes-router: ${error.message}`);
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
  });
  const close = (): void => void server.close();
  process.stdin.once('end', close).once('close', close);
  stop.addEventListener('abort', close, { once: true });
  await server.connect(new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: MAX_MESSAGE_BYTES }));
  if (stop.aborted) close();
  await closed;
}

/** The protocol's type wants arrays it may write to; a listing is only ever read. */
function listed(tool: Tool): ListedTool[] {
  const definition = tool.define();
  return definition === null ? [] : [structuredClone(definition) as ListedTool];
}

async function callTool(
  tools: readonly Tool[],
  name: string,
  call: ToolCall,
  complain: (text: string) => void,
): Promise<ToolAnswer> {
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool === undefined) {
    const known = tools.map((candidate) => candidate.name).join(', ');
    return failed({ error: `There is no tool ${JSON.stringify(name)}; there are: ${known}` });
  }
  try {
    return await tool.call(call);
  } catch (error) {
    if (isArgumentError(error)) return failed({ error: error.message, failure_kind: 'bad_args', retryable: false });
    if (isDaemonError(error)) return failed({ error: error.message, code: error.daemonProblem, hint: error.cure });
    complain(`hermes-router: ${name}: ${error instanceof Error ? error.stack : String(error)}`);
    return failed({ error: 'The router failed inside; its standard error says more' });
  }
}

function failed(body: ToolAnswer['body']): ToolAnswer {
  return { body, isError: true };
}

function result({ body, isError }: ToolAnswer): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(body) }], ...(isError ? { isError } : {}) };
}

function progressText({ id, state, profile, model }: SeenJob): string {
  const where = [profile, model].filter((name) => name !== '').join(', ');
  return where === '' ? `${id} ${state}` : `${id} ${state}: ${where}`;
}
