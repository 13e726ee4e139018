import { isMapping, type JsonObject, own } from '../../lib/json.ts';

/** What a provider's error object says. `message` may quote the request: it is looked at, never passed on. */
export interface ErrorBody {
  /** HTTP status that the object names, when it names one. */
  readonly status: number | null;
  /** Machine word such as `context_length_exceeded` or `1113`; null unless it is a number or a short word in snake_case. */
  readonly code: string | null;
  readonly message: string;
  /** Epoch milliseconds of `X-RateLimit-Reset`, where a gateway passes the header on inside. */
  readonly resetAt: number | null;
}

/** Statuses that error words stand for, where an answer of 200 carries a word and no number. */
const STATUS_OF_WORD: Readonly<Record<string, number>> = {
  overloaded_error: 529,
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  insufficient_quota: 402,
  authentication_error: 401,
  permission_error: 403,
  not_found_error: 404,
  api_error: 500,
  server_error: 500,
};

/** The error of a body, or null when it has none. Reads `{error: {...}}`, `{error: "text"}` and FastAPI's `{detail: ...}`. */
export function errorIn(body: JsonObject): ErrorBody | null {
  const error = own(body, 'error') ?? own(body, 'detail');
  if (error === undefined || error === null || error === false) return null;
  if (!isMapping(error)) return { status: null, code: null, message: plain(error), resetAt: null };
  const words = ['code', 'type', 'status'].map((key) => own(error, key));
  const numbers = words.map((word) => (typeof word === 'string' && /^\d{3}$/.test(word) ? Number(word) : word));
  const status = numbers.find((n) => typeof n === 'number' && n >= 400 && n <= 599);
  const code = words.map(wordFrom).find((word) => word !== null) ?? null;
  const known = words.flatMap((word) => (typeof word === 'string' ? (STATUS_OF_WORD[word.toLowerCase()] ?? []) : []));
  return {
    status: typeof status === 'number' ? status : (known[0] ?? null),
    code,
    message: plain(own(error, 'message')),
    resetAt: resetTime(error),
  };
}

function wordFrom(value: unknown): string | null {
  const word = typeof value === 'number' ? String(value) : value;
  // Anything else may be prose or an echo, and either may hold the prompt or the key.
  return typeof word === 'string' && word.length <= 48 && /^(?:\d{1,5}|[a-z]+(?:_[a-z]+)*)$/.test(word) ? word : null;
}

function resetTime(error: JsonObject): number | null {
  const metadata = own(error, 'metadata');
  const headers = isMapping(metadata) ? own(metadata, 'headers') : undefined;
  if (!isMapping(headers)) return null;
  const name = Object.keys(headers).find((key) => key.toLowerCase() === 'x-ratelimit-reset');
  const value = Number(name === undefined ? Number.NaN : own(headers, name));
  return Number.isSafeInteger(value) && value > 1e12 ? value : null;
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
}
