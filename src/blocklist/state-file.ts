import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { replaceFile } from '../lib/atomic-file.ts';
import { createFileReader, type FileReading } from '../lib/file-reader.ts';
import { isList, isMapping, type Json } from '../lib/json.ts';
import { failureWeight, LONGEST_SECONDS } from './settings.ts';

/** One entry of `breaker-state.json`, version 1, which the Python plugin shares. Times are epoch seconds. */
export interface StoredEntry {
  readonly backoff_seconds: number;
  readonly cooldown_until: number;
  readonly failure_events: readonly { readonly kind: string; readonly ts: number; readonly weight: number }[];
  readonly half_open_until: number;
  readonly last_failure_kind: string;
  readonly probe_allowed: boolean;
  readonly state: 'CLOSED' | 'OPEN' | 'HALF_OPEN';
}

/** Entries by breaker key (`model@provider`, or the bare model). */
export type StoredEntries = ReadonlyMap<string, StoredEntry>;

/** What stands at the path. A new object whenever the content changed, the same one while it did not. */
export type StateFileReading =
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly problem: string }
  /** A document we cannot make sense of is read as no entries, with a problem. */
  | { readonly kind: 'read'; readonly entries: StoredEntries; readonly problem: string | null };

/** A file of a thousand pairs has about 1 MiB; more than this is not ours, and reading it would stall a decision. */
const MOST_BYTES = 8 * 1024 * 1024;

/** No kind weighs over 10; a wild weight in the file must not reach the answers. */
const HEAVIEST = 1000;

/** Opens the file for reading over and over: synchronous, since a decision waits for it, and it never throws. */
export function openStateFile(path: string): { read(): StateFileReading } {
  return createFileReader(path, { maxBytes: MOST_BYTES, interpret });
}

function interpret(reading: FileReading): StateFileReading {
  switch (reading.state) {
    case 'missing':
      return { kind: 'missing' };
    case 'not_a_file':
      return { kind: 'unreadable', problem: `it is ${reading.what}` };
    case 'unreadable':
      return { kind: 'unreadable', problem: reading.code };
    case 'too_large':
      return { kind: 'read', entries: new Map(), problem: 'it is over 8 MiB' };
    case 'read':
      return { kind: 'read', ...parseStateFile(reading.bytes) };
  }
}

/** Replaces the file atomically (mode 0600, parents made when missing). Rejects when the disk refuses. */
export async function writeStateFile(path: string, entries: StoredEntries): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await replaceFile(path, Buffer.from(formatStateFile(entries)), { mode: 0o600 });
}

/** The text of a state file: 2-space indent, sorted keys. */
export function formatStateFile(entries: StoredEntries): string {
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return JSON.stringify({ entries: Object.fromEntries(sorted), version: 1 }, null, 2);
}

/**
 * Parses a state file with the tolerances of the Python plugin: a wrong document is no entries and a `problem`; a wrong entry
 * is skipped; a wrong value inside one falls back on its own.
 */
export function parseStateFile(bytes: Uint8Array): { entries: StoredEntries; problem: string | null } {
  const none: StoredEntries = new Map();
  let document: unknown;
  try {
    document = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return { entries: none, problem: 'it is not JSON' };
  }
  if (!isMapping(document)) return { entries: none, problem: 'it is not a mapping' };
  if (document.version !== 1) return { entries: none, problem: 'its version is not 1' };
  if (!isMapping(document.entries)) return { entries: none, problem: 'its entries are not a mapping' };
  const entries = new Map<string, StoredEntry>();
  for (const [key, value] of Object.entries(document.entries)) {
    const entry = readEntry(value);
    if (entry !== null) entries.set(key, entry);
  }
  return { entries, problem: null };
}

function readEntry(value: Json | undefined): StoredEntry | null {
  if (!isMapping(value)) return null;
  const state = value.state === 'OPEN' || value.state === 'HALF_OPEN' ? value.state : 'CLOSED';
  return {
    backoff_seconds: Math.min(Math.max(0, finite(value.backoff_seconds)), LONGEST_SECONDS),
    cooldown_until: finite(value.cooldown_until),
    failure_events: isList(value.failure_events) ? value.failure_events.flatMap(readEvent) : [],
    half_open_until: finite(value.half_open_until),
    last_failure_kind: typeof value.last_failure_kind === 'string' ? value.last_failure_kind : '',
    probe_allowed: value.probe_allowed === true,
    state,
  };
}

function readEvent(value: unknown): StoredEntry['failure_events'] {
  if (!isMapping(value) || typeof value.ts !== 'number' || !Number.isFinite(value.ts)) return [];
  const { kind, ts, weight } = value;
  if (typeof kind !== 'string' && typeof kind !== 'number' && typeof kind !== 'boolean') return [];
  const name = String(kind);
  if (name === '') return [];
  const known = typeof weight === 'number' && weight >= 0 && weight <= HEAVIEST;
  return [{ kind: name, ts, weight: known ? weight : failureWeight(name) }];
}

function finite(value: Json | undefined): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
