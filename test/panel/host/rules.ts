import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** An answer that the host makes itself: a status and the text of its `error`. */
export interface HostAnswer {
  readonly status: number;
  readonly error: string;
}

/** What somebody who has signed in holds. */
export interface Session {
  /** `name=value`, as the browser sends it back. */
  readonly cookie: string;
  /** 64 hex digits; stands only in pages that the host renders. */
  readonly csrfToken: string;
}

/** A session of its own. */
export function openSession(): Session {
  return { cookie: `hermes_session=${randomBytes(24).toString('hex')}`, csrfToken: randomBytes(32).toString('hex') };
}

/**
 * Why a request does not get to the proxy at all, or `null` (spec: host 5 and 8): a session, then where the request comes from, then the
 * CSRF value. A cookie alone is not enough even for a GET, and a page that sends no referrer has nothing else to show.
 */
export function requestRefusal(request: IncomingMessage, session: Session | null): HostAnswer | null {
  const cookies = (request.headers.cookie ?? '').split('; ');
  if (session === null || !cookies.includes(session.cookie)) return { status: 401, error: 'Authentication required' };
  if (!comesFromHere(request)) {
    return { status: 403, error: 'Cross-origin mismatch - check reverse proxy headers' };
  }
  if (hasCsrfToken(request, session)) return null;
  const error = request.method === 'PUT' ? 'Cross-origin request rejected' : 'Session expired - reload the page';
  return { status: 403, error };
}

function comesFromHere({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  if (site === 'cross-site') return false;
  const source = headers.origin ?? headers.referer;
  if (source === undefined) return site === 'none';
  return URL.canParse(source) && new URL(source).host === headers.host;
}

function hasCsrfToken({ method, headers }: IncomingMessage, session: Session): boolean {
  if (method === 'GET' || (headers.origin ?? headers.referer) === undefined) return true;
  return [headers['x-hermes-csrf-token'], headers['x-csrf-token']].includes(session.csrfToken);
}
