import { type IncomingMessage, request as openRequest } from 'node:http';
import { type HeaderPairs, pairsOf, towardsBrowser, towardsSidecar } from './headers.ts';
import type { HostAnswer } from './rules.ts';
import { hostToken } from './token.ts';

/** What the proxy takes at most from the browser, in bytes (spec: host 0.2). */
const MOST_REQUEST_BYTES = 20_971_520;
/** What it passes on at most, in bytes on the wire (spec: host 0.1). */
export const MOST_ANSWER_BYTES = 524_288;
/** How long it waits for each step, connecting and every gap in reading, not for the whole (spec: host 0.3). */
const OPERATION_MS = 10_000;

const UNREACHABLE: HostAnswer = { status: 502, error: 'Failed to reach extension sidecar' };
const TOO_LARGE: HostAnswer = { status: 502, error: 'Extension sidecar response too large' };

/** Where the proxy forwards to. */
export interface Upstream {
  readonly port: number;
  readonly tokenFile: string;
  readonly consent: boolean;
}

/** An answer of the sidecar, as the browser gets it. */
export interface PassedAnswer {
  readonly status: number;
  readonly headers: HeaderPairs;
  readonly body: Buffer;
}

/** What became of a request: `sent` holds the headers the sidecar got, and is empty where it got nothing. */
export interface Forwarding {
  readonly sent: ReadonlyMap<string, string>;
  readonly answer: PassedAnswer | HostAnswer;
}

/**
 * Forwards a request that may pass, as the host's proxy does: on a connection of its own, with the headers it lets through and the token,
 * and never an answer in pieces. Redirects are not followed here: the sidecar sends none.
 *
 * @param target path and query behind `/sidecar`, as the browser sent them.
 */
export async function forward(request: IncomingMessage, target: string, upstream: Upstream): Promise<Forwarding> {
  const refused = (answer: HostAnswer): Forwarding => ({ sent: new Map(), answer });
  if (!isProxyPath(target)) return refused({ status: 400, error: 'Invalid sidecar proxy path' });
  if (!upstream.consent) return refused({ status: 403, error: 'Extension sidecar proxy consent required' });
  const token = hostToken(upstream.tokenFile);
  if (token === null) return refused({ status: 503, error: 'Sidecar proxy auth token is unavailable' });
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > MOST_REQUEST_BYTES) {
    const error = `Request body too large (${length} bytes, max ${MOST_REQUEST_BYTES})`;
    return refused({ status: 413, error });
  }
  const body = await bodyOf(request);
  const sent = new Map(towardsSidecar(pairsOf(request.rawHeaders)));
  if (!sent.has('Accept-Encoding')) sent.set('Accept-Encoding', 'identity');
  if (request.method !== 'GET') {
    if (body.length === 0) sent.set('Content-Type', 'application/x-www-form-urlencoded');
    sent.set('Content-Length', String(body.length));
  }
  sent.set('Host', `127.0.0.1:${upstream.port}`).set('X-Hermes-Sidecar-Token', token).set('Connection', 'close');
  const [path = '', ...query] = target.split('?');
  const line = [path.replace(/;[^/]*$/, '') || '/', ...query].join('?');
  return { sent, answer: await ask(upstream.port, request.method ?? 'GET', line, sent, body) };
}

/** A GET has no body for the host, and one in chunks is lost. */
async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const body = Buffer.concat(await request.toArray());
  const lost = request.method === 'GET' || request.headers['content-length'] === undefined;
  return lost ? Buffer.alloc(0) : body;
}

function isProxyPath(target: string): boolean {
  const path = target.split('?', 1)[0] ?? '';
  if (path === '') return true;
  return path
    .slice(1)
    .split('/')
    .map(decoded)
    .every((segment, at) => (segment === '' ? path === '/' && at === 0 : !/^\.\.?$|[ ?#]/.test(segment)));
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function ask(
  port: number,
  method: string,
  path: string,
  headers: ReadonlyMap<string, string>,
  body: Buffer,
): Promise<PassedAnswer | HostAnswer> {
  return new Promise((resolve) => {
    const upstream = openRequest({
      host: '127.0.0.1',
      port,
      method,
      path,
      headers: Object.fromEntries(headers),
      agent: false,
      timeout: OPERATION_MS,
    });
    // An answer that is settled stays as it is: what a destroyed connection says later changes nothing.
    const end = (answer: PassedAnswer | HostAnswer): void => {
      resolve(answer);
      upstream.destroy();
    };
    upstream.on('timeout', () => end(UNREACHABLE)).on('error', () => end(UNREACHABLE));
    upstream.on('response', (incoming) => {
      const parts: Buffer[] = [];
      let size = 0;
      incoming.on('data', (part: Buffer) => {
        parts.push(part);
        size += part.length;
        if (size > MOST_ANSWER_BYTES) end(TOO_LARGE);
      });
      // An answer that is cut off is passed on as far as it came: the host does not tell (spec: host 5).
      incoming
        .on('error', () => {})
        .on('close', () => {
          const passed = towardsBrowser(pairsOf(incoming.rawHeaders));
          end({ status: incoming.statusCode ?? 502, headers: passed, body: Buffer.concat(parts) });
        });
    });
    upstream.end(body);
  });
}
