import { useContext, useEffect, useState } from 'preact/hooks';
import { ViewIsActive } from '../shell/active.ts';
import { type Answer, call, type Failure } from './call.ts';
import { nowUtc } from './clock.ts';

/** What is known of a path of the daemon. After a failure the last data stays, with the failure beside it. */
export interface Resource<T> {
  readonly data: T | null;
  /** When `data` was read; null while there is none. */
  readonly readAt: Date | null;
  readonly failure: Failure | null;
  /** True until the first answer. */
  readonly loading: boolean;
}

interface Entry {
  known: Resource<unknown>;
  /** Components that have asked for it and are still there, be their view shown or not. */
  users: number;
  readonly watchers: Map<symbol, Watcher>;
  timer: ReturnType<typeof setTimeout> | undefined;
  asking: Promise<void> | null;
  failures: number;
}

interface Watcher {
  readonly everyMs: number | null;
  readonly changed: (known: Resource<unknown>) => void;
}

const NOTHING: Resource<unknown> = { data: null, readAt: null, failure: null, loading: true };
/** After a failure the next question comes after this, doubled each time. Milliseconds. */
const FIRST_BACKOFF_MS = 5_000;
const LONGEST_BACKOFF_MS = 60_000;

/** Answers that are kept for whoever comes back to them, such as jobs that were looked at. The page may stay open for weeks. */
const MOST_UNUSED = 30;

const entries = new Map<string, Entry>();
const listeners = new Set<() => void>();

/**
 * Reads a path of the daemon, and reads it again every `everyMs` milliseconds (null: once) while the view that asked is the one
 * shown and the document is visible. Whoever asks for the same path shares one poll. `path` null asks for nothing.
 */
export function useResource<T>(path: string | null, everyMs: number | null): Resource<T> {
  const active = useContext(ViewIsActive);
  const [, redraw] = useState({});
  useEffect(() => (path === null ? undefined : use(path)), [path]);
  useEffect(() => {
    if (path === null || !active) return;
    const key = Symbol(path);
    const entry = entryOf(path);
    entry.watchers.set(key, { everyMs, changed: () => redraw({}) });
    if (!document.hidden && isDue(entry, everyMs)) void refresh(path);
    else schedule(path, entry);
    return () => {
      entry.watchers.delete(key);
      if (entry.watchers.size === 0) clearTimeout(entry.timer);
    };
  }, [path, everyMs, active]);
  const known = path === null ? NOTHING : (entries.get(path)?.known ?? NOTHING);
  return known as Resource<T>;
}

/** Reads a path now, whoever watches it. */
export function refresh(path: string): Promise<void> {
  const entry = entryOf(path);
  clearTimeout(entry.timer);
  entry.asking ??= call<unknown>(path).then((answer) => {
    entry.asking = null;
    settle(entry, answer);
    schedule(path, entry);
  });
  return entry.asking;
}

/** Reads everything that somebody watches. What was asked earlier may not know yet what was written meanwhile: it is asked again. */
export async function refreshAll(): Promise<void> {
  const watched = [...entries].filter(([, entry]) => entry.watchers.size > 0);
  await Promise.all(
    watched.map(async ([path, { asking }]) => {
      await asking;
      await refresh(path);
    }),
  );
}

/** The failure that most concerns the whole page, of all paths that are watched; null when every one of them was read. */
export function worstFailure(): Failure | null {
  const failures = [...entries.values()].filter((entry) => entry.watchers.size > 0).map(({ known }) => known.failure);
  return failures.find((failure) => failure !== null && failure.status !== 404) ?? null;
}

/** Calls back whenever any path was read. Answers what ends it. */
export function onAnyAnswer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function entryOf(path: string): Entry {
  const there = entries.get(path);
  if (there !== undefined) return there;
  const made: Entry = { known: NOTHING, users: 0, watchers: new Map(), timer: undefined, asking: null, failures: 0 };
  entries.set(path, made);
  return made;
}

/** Keeps what is known of a path while it is in use. Answers what ends that. */
function use(path: string): () => void {
  const entry = entryOf(path);
  entry.users += 1;
  return () => {
    entry.users -= 1;
    if (entry.users === 0) forgetOldest(path, entry);
  };
}

/** The path was used last, so it comes last. */
function forgetOldest(path: string, entry: Entry): void {
  entries.delete(path);
  entries.set(path, entry);
  const unused = [...entries].filter(([, { users, watchers }]) => users === 0 && watchers.size === 0);
  for (const [old] of unused.slice(0, -MOST_UNUSED)) entries.delete(old);
}

function settle(entry: Entry, answer: Answer<unknown>): void {
  const ok = answer.kind === 'ok';
  entry.failures = ok ? 0 : entry.failures + 1;
  entry.known = ok
    ? { data: answer.data, readAt: nowUtc(), failure: null, loading: false }
    : { ...entry.known, failure: answer, loading: false };
  for (const { changed } of entry.watchers.values()) changed(entry.known);
  for (const listener of listeners) listener();
}

function isDue(entry: Entry, everyMs: number | null): boolean {
  const { readAt, failure } = entry.known;
  if (failure !== null || readAt === null) return entry.failures === 0;
  return everyMs !== null && nowUtc().getTime() - readAt.getTime() >= everyMs;
}

function schedule(path: string, entry: Entry): void {
  clearTimeout(entry.timer);
  const wait = waitOf(entry);
  if (wait === null || document.hidden) return;
  entry.timer = setTimeout(() => void refresh(path), wait);
}

/** How long until the next question: the shortest that a watcher asked for; longer after failures. Null: never. */
function waitOf(entry: Entry): number | null {
  const { failure } = entry.known;
  if (entry.watchers.size === 0) return null;
  if (failure !== null) {
    const backoff = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (entry.failures - 1));
    return Math.max(backoff, (failure.retryAfter ?? 0) * 1000);
  }
  const asked = [...entry.watchers.values()].flatMap(({ everyMs }) => (everyMs === null ? [] : [everyMs]));
  return asked.length === 0 ? null : Math.min(...asked);
}

document.addEventListener('visibilitychange', () => {
  for (const [path, entry] of entries) {
    clearTimeout(entry.timer);
    if (!document.hidden && entry.watchers.size > 0 && waitOf(entry) !== null) void refresh(path);
  }
});
