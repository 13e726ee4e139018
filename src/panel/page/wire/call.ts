import { isMapping, type JsonObject, own } from '../../../lib/json.ts';
import { CSRF_HEADER, csrfToken } from './csrf.ts';
import { baseOf, placeOf } from './place.ts';
import { ownRow } from './read.ts';
import { keptToken } from './token.ts';

/** Why a call gave no data. `code`, `message` and `hint` are the daemon's or the host's own words, empty where it had none. */
export interface Failure {
  readonly kind: 'failed';
  readonly cause: 'unreachable' | 'malformed' | 'refused';
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  /** Seconds the answer asked to wait, an hour at most; null when it named none. */
  readonly retryAfter: number | null;
  /** The body, where it was a JSON object: a refused write says in it what was wrong. */
  readonly body: { readonly [key: string]: unknown } | null;
}

/** What a call came to. */
export type Answer<T> = { readonly kind: 'ok'; readonly data: T } | Failure;

/** Options of {@link call}. A body makes it a POST. */
export interface CallOptions {
  readonly body?: object;
  readonly signal?: AbortSignal;
}

/** What the answers have that others do not: an older router, or a proxy that answers by itself, is not taken for this one. */
const MARKS: Readonly<Record<string, string>> = {
  '/status': 'jobs',
  '/policy': 'policy_in_use',
  '/blocklist': 'manual_bans',
  '/plan': 'base_hash',
  '/apply': 'no_op',
  '/apply/revert': 'ok',
  '/trace': 'preview',
  '/liveness': 'models',
  '/capabilities': 'models',
};

/** Calls that may be on their way at once: the browser has six connections, and the host's chat needs some of them. */
const MOST_AT_ONCE = 3;
/** A proxied answer takes 10 s at most (spec: host 0.3); one that hangs longer will not come. Milliseconds. */
const PATIENCE_MS = 20_000;

/** The longest pause that an answer can ask for. Seconds. */
const LONGEST_PAUSE_S = 3_600;

const place = placeOf(location);
const waiting: (() => void)[] = [];
let underWay = 0;
let hostMayBeOutOfStep = false;

/**
 * Asks the daemon, through the host's proxy or directly. Never throws. `T` is what the daemon's schemas say of the path: the one place
 * where the page believes it.
 */
export async function call<T>(path: string, options: CallOptions = {}): Promise<Answer<T>> {
  await turn();
  try {
    const first = await ask<T>(path, options);
    // The host leaves the body of a POST that it refuses unread, which spoils the next request on that connection (spec: host 7).
    const odd = hostMayBeOutOfStep && first.kind === 'failed' && (first.status === 400 || first.status === 501);
    hostMayBeOutOfStep = options.body !== undefined && first.kind === 'failed' && first.status === 403;
    return odd && first.code === '' ? await ask<T>(path, options) : first;
  } finally {
    endTurn();
  }
}

async function turn(): Promise<void> {
  if (underWay < MOST_AT_ONCE) underWay += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
}

/** Hands the turn to whoever waits longest, so that nobody comes in between. */
function endTurn(): void {
  const next = waiting.shift();
  if (next === undefined) underWay -= 1;
  else next();
}

async function ask<T>(path: string, { body, signal }: CallOptions): Promise<Answer<T>> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(baseOf(place) + path, {
      method: body === undefined ? 'GET' : 'POST',
      credentials: 'same-origin',
      cache: 'no-store',
      headers: headersFor(body !== undefined),
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.any([AbortSignal.timeout(PATIENCE_MS), ...(signal === undefined ? [] : [signal])]),
    });
    text = await response.text();
  } catch {
    return failure('unreachable', 0, null, null);
  }
  const parsed = parse(text);
  if (response.ok && isMapping(parsed) && hasMark(path, parsed)) return { kind: 'ok', data: parsed as T };
  const cause = response.ok || !isMapping(parsed) ? 'malformed' : 'refused';
  return failure(cause, response.status, parsed, pauseOf(response));
}

function hasMark(path: string, answer: JsonObject): boolean {
  const mark = ownRow(MARKS, path);
  return mark === undefined || own(answer, mark) !== undefined;
}

/** A date in the header counts as no number, and no pause is so long that a timer would run out at once. */
function pauseOf({ headers }: Response): number | null {
  const asked = Number.parseInt(headers.get('retry-after') ?? '', 10);
  return asked >= 0 ? Math.min(asked, LONGEST_PAUSE_S) : null;
}

function headersFor(writing: boolean): Record<string, string> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (writing) headers['Content-Type'] = 'application/json';
  const csrf = place === 'framed' && writing ? csrfToken() : null;
  if (csrf !== null) headers[CSRF_HEADER] = csrf;
  const token = place === 'alone' ? keptToken() : null;
  if (token !== null) headers['X-Hermes-Sidecar-Token'] = token;
  return headers;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function failure(cause: Failure['cause'], status: number, body: unknown, retryAfter: number | null): Failure {
  const mapping = isMapping(body) ? body : null;
  const word = (key: string) => (typeof mapping?.[key] === 'string' ? mapping[key] : '');
  return {
    kind: 'failed',
    cause,
    status,
    code: word('code'),
    message: word('error'),
    hint: word('hint'),
    retryAfter,
    body: mapping,
  };
}
