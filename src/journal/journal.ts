import { performance } from 'node:perf_hooks';
import type { JsonObject } from '../lib/json.ts';
import { encodeLine } from './encode-line.ts';
import { createLiveFile } from './live-file.ts';

/** Size of a decision log file before it rotates (spec: service 11). */
export const DEFAULT_MAX_BYTES = 5 * 1024 * 1024;
/** Rotated files kept beside the live one (spec: service 11). */
export const DEFAULT_BACKUPS = 3;
/** Pause after a failed write, in ms. Longer than a slow sync, short enough that nobody waits for the log to come back. */
const DEFAULT_RETRY_MS = 1000;

/** Options of {@link openJournal}. */
export interface JournalOptions {
  /** The live file. It and its folder are created with the first record, private to the user. */
  readonly path: string;
  /** Bytes per file, default 5 MiB. A larger single record is written whole into a file of its own. */
  readonly maxBytes?: number;
  /** Rotated files kept (`.1` is the newest), at least 1, default 3. */
  readonly backups?: number;
  /** After a failed write, appends are answered `degraded` without touching the disk for this long. Default 1000 ms. */
  readonly retryAfterMs?: number;
  /** Milliseconds of a clock that never goes back. Default: the process's own. */
  readonly monotonic?: () => number;
  /** Told when the journal degrades, recovers, or mends a torn line, with the counters after it. */
  readonly onChange?: (health: JournalHealth) => void;
}

/** Counters since the journal was opened. */
export interface JournalHealth {
  readonly path: string;
  /** `degraded` from a failed write until the next one that works. */
  readonly state: 'ok' | 'degraded';
  /** Records on disk. */
  readonly written: number;
  /** Records answered `degraded`: not on disk, and not tried again. */
  readonly dropped: number;
  /** Torn last lines that were ended. */
  readonly repaired: number;
  /** Message of the latest failure; it stays after recovery. */
  readonly last_error: string | null;
}

/** What became of a record: on disk when the promise settles, or lost to this file. */
export type AppendResult = 'durable' | 'degraded';

/** An append-only JSONL file with one writer. */
export interface Journal {
  /**
   * Appends one record. Resolves `durable` only after the record's bytes were synced (write + fdatasync; records that wait
   * meanwhile share the next one), so neither SIGKILL nor a power cut takes it. Resolves `degraded` when it could not be
   * written, at once while the disk is known to be bad. Never rejects and never throws, whatever the record is.
   */
  append(record: JsonObject): Promise<AppendResult>;
  health(): JournalHealth;
  /** Writes what is waiting, then closes the file. Later appends are answered `degraded`. */
  close(): Promise<void>;
}

interface Waiting {
  readonly line: Buffer;
  readonly settle: (result: AppendResult) => void;
}

/** Opens a journal and mends its torn last line in the background. Never throws: a bad path shows in `health()`. */
export function openJournal(options: JournalOptions): Journal {
  const { path, maxBytes = DEFAULT_MAX_BYTES, backups = DEFAULT_BACKUPS, retryAfterMs = DEFAULT_RETRY_MS } = options;
  const monotonic = options.monotonic ?? (() => performance.now());
  const counters = { written: 0, dropped: 0, repaired: 0 };
  let lastError: string | null = null;
  let retryAt: number | null = null;
  let closed = false;
  let waiting: Waiting[] = [];
  let draining: Promise<void> | null = null;

  const health = (): JournalHealth => ({
    path,
    state: retryAt === null ? 'ok' : 'degraded',
    ...counters,
    last_error: lastError,
  });
  const changed = (): void => {
    try {
      options.onChange?.(health());
    } catch {
      // A listener's fault must not turn a written record into a lost one.
    }
  };
  const file = createLiveFile({
    path,
    maxBytes,
    backups,
    onRepair: () => {
      counters.repaired++;
      changed();
    },
  });

  const drop = (records: readonly Waiting[]): void => {
    counters.dropped += records.length;
    for (const record of records) record.settle('degraded');
  };
  const fail = (error: unknown): void => {
    const wasHealthy = retryAt === null;
    lastError = error instanceof Error ? error.message : String(error);
    retryAt = monotonic() + retryAfterMs;
    if (wasHealthy) changed();
  };
  const recover = (): void => {
    if (retryAt === null) return;
    retryAt = null;
    changed();
  };
  const resting = (): boolean => retryAt !== null && monotonic() < retryAt;

  const writeBatch = async (batch: readonly Waiting[]): Promise<void> => {
    let done = 0;
    try {
      await file.write(
        batch.map(({ line }) => line),
        (count) => {
          counters.written += count;
          recover();
          for (const record of batch.slice(done, done + count)) record.settle('durable');
          done += count;
        },
      );
    } catch (error) {
      fail(error);
      drop(batch.slice(done));
    }
  };

  const drain = async (): Promise<void> => {
    // One turn later, so that everything appended in this one shares the first sync.
    await Promise.resolve();
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      if (resting()) drop(batch);
      else await writeBatch(batch);
    }
    draining = null;
  };

  const append = (record: JsonObject): Promise<AppendResult> => {
    let line: Buffer;
    try {
      line = encodeLine(record);
    } catch (error) {
      lastError = `record not serialisable: ${error instanceof Error ? error.message : String(error)}`;
      counters.dropped++;
      return Promise.resolve('degraded');
    }
    if (closed || resting()) {
      counters.dropped++;
      return Promise.resolve('degraded');
    }
    return new Promise((settle) => {
      waiting.push({ line, settle });
      draining ??= drain();
    });
  };

  draining = file.repair().catch(fail).then(drain);
  return {
    append,
    health,
    close: async () => {
      closed = true;
      await draining;
      await file.close();
    },
  };
}
