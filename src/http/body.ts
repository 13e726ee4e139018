import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { apiError } from './errors.ts';
import { parseJsonBody } from './json-body.ts';

/** Largest accepted body: a prompt of 1,048,576 characters may be 12 MiB as escapes. */
export const MAX_BODY_BYTES = 16 * 1024 * 1024;
/**
 * How much of a refused body is read before it is answered. The WebUI's proxy turns an answer that comes before it has
 * sent everything into a 502, and sends at most this much (spec: host 0.2, 0.6).
 */
export const MAX_DRAINED_BYTES = 20 * 1024 * 1024;

/** Whether the request announces a body. */
export function hasBody(request: IncomingMessage): boolean {
  const length = request.headers['content-length'];
  return request.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/** How reading a body ended: at its end, cut at the drain limit, or broken off by the client. */
type Ending = 'end' | 'cut' | 'broken';

function consume(stream: Readable, onChunk: (chunk: Buffer) => void): Promise<Ending> {
  return new Promise((resolve) => {
    let read = 0;
    const finish = (ending: Ending) => {
      stream.off('data', take);
      resolve(ending);
    };
    const take = (chunk: Buffer) => {
      read += chunk.length;
      onChunk(chunk);
      if (read > MAX_DRAINED_BYTES) {
        stream.pause();
        finish('cut');
      }
    };
    stream.on('data', take);
    stream.once('end', () => finish('end'));
    stream.once('close', () => finish('broken'));
    stream.once('error', () => finish('broken'));
  });
}

/** Reads a body away, at most {@link MAX_DRAINED_BYTES} of it. `false`: there is more, cut the connection. */
export async function drain(request: IncomingMessage): Promise<boolean> {
  return (await consume(request, () => {})) === 'end';
}

async function readBody(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  const ending = await consume(stream, (chunk) => {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
    else chunks.length = 0;
  });
  if (size > MAX_BODY_BYTES) throw apiError('body_too_large');
  if (ending !== 'end') throw apiError('incomplete_body');
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}

/**
 * Makes this module the only reader of bodies. Fastify's own readers answer 413 before they have drained, refuse an empty
 * JSON body, and differ by Content-Type, which the contract ignores (spec: http 2.3). Runs after the guard accepted.
 */
export function installBodyReader(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async (_request: unknown, stream: Readable) => parseJsonBody(await readBody(stream)));
}
