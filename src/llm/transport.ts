import type { Agent, Dispatcher } from 'undici';
import { llmError } from './errors.ts';
import { MAX_REPLY_BYTES } from './replies/body.ts';
import { endsStream } from './replies/sse.ts';

/** One answer, read to its end. */
export interface Exchange {
  readonly status: number;
  readonly contentType: string;
  readonly contentEncoding: string;
  /** Several headers of the name are joined by a comma, which makes them unusable, as it should. */
  readonly retryAfter: string | undefined;
  readonly bytes: Uint8Array;
}

/** The only thing here that dials out. */
export interface Transport {
  /**
   * POSTs JSON and reads the whole answer. Follows no redirect: the key must not travel to another place. Rejects with `network`
   * (system code in the message), with `bad_reply` above 4 MiB, and with whatever the signal makes of it once that fired.
   */
  post(url: URL, headers: Readonly<Record<string, string>>, body: string, signal: AbortSignal): Promise<Exchange>;
  /** Drops every connection. */
  close(): Promise<void>;
}

/** Connecting to a host takes well under a second; a longer attempt is a black hole. Milliseconds. */
const CONNECT_MS = 10_000;

/** Opens no connection and loads no library until the first call: importing undici takes 80 ms. */
export function openTransport(): Transport {
  let opened: Promise<{ agent: Agent; request: typeof import('undici').request }> | undefined;
  const open = async () => {
    const { Agent, request } = await import('undici');
    const agent = new Agent({
      connect: { timeout: CONNECT_MS },
      connections: 8,
      pipelining: 1,
      // The deadline of the call covers these phases as one; two more timers would only hide behind it.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxResponseSize: MAX_REPLY_BYTES,
    });
    return { agent, request };
  };
  return {
    post: async (url, headers, body, signal) => {
      opened ??= open();
      const { agent, request } = await opened;
      try {
        const answer = await request(url, { dispatcher: agent, method: 'POST', headers, body, signal });
        const header = (name: string): string | undefined => joined(answer.headers[name]);
        const contentType = header('content-type') ?? '';
        return {
          status: answer.statusCode,
          contentType,
          contentEncoding: header('content-encoding') ?? '',
          retryAfter: header('retry-after'),
          bytes: await readAll(answer.body, /^text\/event-stream\b/i.test(contentType)),
        };
      } catch (error) {
        throw signal.aborted ? error : connectionError(error);
      }
    },
    close: async () => {
      const { agent } = (await opened) ?? {};
      opened = undefined;
      await agent?.destroy();
    },
  };
}

async function readAll(body: Dispatcher.ResponseData['body'], isStream: boolean): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let tail = '';
  for await (const chunk of body) {
    chunks.push(Buffer.from(chunk));
    if (!isStream) continue;
    tail = (tail + String(chunk)).slice(-256);
    // Leaving the loop closes the connection, which is all there is left to do with it.
    if (endsStream(tail)) break;
  }
  return Buffer.concat(chunks);
}

function joined(value: string | string[] | undefined): string | undefined {
  return typeof value === 'object' ? value.join(', ') : value;
}

/** Only the system's code is kept: messages of this layer may quote addresses. */
function connectionError(error: unknown): Error {
  const code = codeOf(error) ?? (error instanceof Error ? codeOf(error.cause) : undefined);
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE')
    return llmError('bad_reply', `the answer is larger than ${MAX_REPLY_BYTES} bytes`);
  return llmError('network', code === undefined ? undefined : `the connection failed (${code})`);
}

function codeOf(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z0-9_]{1,48}$/.test(code) ? code : undefined;
}
