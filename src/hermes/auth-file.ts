import { createFileReader, type FileReading } from '../lib/file-reader.ts';
import { isList, isMapping, type JsonObject, own } from '../lib/json.ts';

/** One stored credential of a provider's pool. Holds a secret: never log or serve it. */
export interface PoolEntry {
  /** `""` when the file gives none. */
  readonly id: string;
  readonly label: string;
  readonly authType: 'api_key' | 'oauth' | 'other';
  /** Lower is tried first. */
  readonly priority: number;
  /** The key or access token as stored; `""` when there is none. */
  readonly secret: string;
  readonly baseUrl: string | null;
  readonly status: 'ok' | 'exhausted' | 'dead';
  /** When the status was noted. Epoch seconds, as are the other times; null = the file does not say. */
  readonly statusAt: number | null;
  /** HTTP status that exhausted it. */
  readonly errorCode: number | null;
  /** When the vendor said it works again. */
  readonly resetAt: number | null;
  readonly expiresAt: number | null;
}

/** The host's auth.json, as far as API keys go. */
export interface AuthFile {
  readonly activeProvider: string | null;
  /** Pool of each provider id, by priority. */
  readonly pools: ReadonlyMap<string, readonly PoolEntry[]>;
}

/** What a missing, unreadable or damaged file gives. */
export const EMPTY_AUTH_FILE: AuthFile = { activeProvider: null, pools: new Map() };

/** OAuth tokens of a dozen providers make some tens of kilobytes. Bytes. */
const MAX_AUTH_BYTES = 2 * 1024 * 1024;

/**
 * A reader of the host's auth.json: looked at on every call, read again only when it changed, never written. A damaged file gives an empty
 * one; a damaged entry costs that entry alone.
 */
export function createAuthFileReader(path: string): { read(): AuthFile } {
  return createFileReader<AuthFile>(path, { maxBytes: MAX_AUTH_BYTES, interpret: authFrom });
}

/**
 * Seconds a pool leaves an exhausted entry alone after its error: 300 after a 401, 3600 after anything else. A sole credential comes back
 * after 60 unless it is a matter of money (402), since nothing else could be tried instead.
 */
export function restSeconds(errorCode: number | null, sole: boolean): number {
  if (sole && errorCode !== 402) return 60;
  return errorCode === 401 ? 300 : 3600;
}

/** Whether an entry may be tried at `now` (epoch seconds). `sole`: its provider has no other entry. */
export function isUsable(entry: PoolEntry, now: number, sole: boolean): boolean {
  if (entry.status === 'dead') return false;
  if (entry.expiresAt !== null && entry.expiresAt <= now) return false;
  if (entry.status === 'ok') return true;
  if (entry.resetAt !== null) return entry.resetAt <= now;
  return entry.statusAt === null || entry.statusAt + restSeconds(entry.errorCode, sole) <= now;
}

function authFrom(reading: FileReading): AuthFile {
  if (reading.state !== 'read') return EMPTY_AUTH_FILE;
  let document: unknown;
  try {
    document = JSON.parse(new TextDecoder('utf-8').decode(reading.bytes));
  } catch {
    return EMPTY_AUTH_FILE;
  }
  if (!isMapping(document)) return EMPTY_AUTH_FILE;
  const active = own(document, 'active_provider');
  const stored = own(document, 'credential_pool');
  const pools = Object.entries(isMapping(stored) ? stored : {}).map(([provider, rows]) => {
    const entries = (isList(rows) ? rows : []).filter(isMapping).map(entryFrom);
    return [provider, entries.sort((a, b) => a.priority - b.priority)] as const;
  });
  return { activeProvider: typeof active === 'string' && active !== '' ? active : null, pools: new Map(pools) };
}

function entryFrom(row: JsonObject): PoolEntry {
  const type = own(row, 'auth_type');
  const status = own(row, 'last_status');
  return {
    id: text(row, 'id'),
    label: text(row, 'label'),
    authType: type === 'api_key' || type === 'oauth' ? type : 'other',
    priority: number(row, 'priority') ?? 0,
    secret: text(row, 'access_token'),
    baseUrl: text(row, 'inference_base_url') || text(row, 'base_url') || null,
    status: status === 'exhausted' || status === 'dead' ? status : 'ok',
    statusAt: moment(row, 'last_status_at'),
    errorCode: number(row, 'last_error_code'),
    resetAt: moment(row, 'last_error_reset_at'),
    expiresAt: expiry(row),
  };
}

function expiry(row: JsonObject): number | null {
  const milliseconds = number(row, 'expires_at_ms');
  return milliseconds === null ? moment(row, 'expires_at') : milliseconds / 1000;
}

function text(row: JsonObject, key: string): string {
  const value = own(row, key);
  return typeof value === 'string' ? value : '';
}

function number(row: JsonObject, key: string): number | null {
  const value = own(row, key);
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** Epoch seconds from a number or an ISO-8601 text; the host has written both. */
function moment(row: JsonObject, key: string): number | null {
  const value = own(row, key);
  if (typeof value !== 'string') return number(row, key);
  const parsed = Date.parse(value);
  return Number.isNaN(parsed) ? null : parsed / 1000;
}
