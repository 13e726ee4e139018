import type { IncomingMessage } from 'node:http';
import { tokenMatches } from '../hermes/token-file.ts';
import type { ErrorCode } from './errors.ts';

/** The header that carries the token, in the lower case Node gives header names. */
const TOKEN_HEADER = 'x-hermes-sidecar-token';

/** Where the token comes from: read for every request, because the host rotates it without telling anybody. */
export interface TokenSource {
  /** The token, or `null` where none is provisioned (file missing, unreadable, empty, not UTF-8). */
  read(): string | null;
}

/** Whether a request lacks the right token, and how. A header that was sent twice is wrong, whatever the two say. */
export function tokenRefusal(request: IncomingMessage, source: TokenSource): ErrorCode | null {
  const token = source.read();
  if (token === null) return 'token_not_provisioned';
  const given = request.headers[TOKEN_HEADER];
  const once = typeof given === 'string' && timesSent(request.rawHeaders, TOKEN_HEADER) === 1;
  return once && tokenMatches(given, token) ? null : 'invalid_token';
}

/** How often a header (lower-case name) was sent. `headers` cannot tell: Node drops or joins repetitions. */
export function timesSent(rawHeaders: readonly string[], name: string): number {
  let times = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const header = rawHeaders[i];
    if (header !== undefined && header.length === name.length && header.toLowerCase() === name) times++;
  }
  return times;
}
