import { isMapping, type Json, type JsonObject, own } from '../lib/json.ts';
import { redactSecrets } from '../lib/redact.ts';
import { decodeLine } from './decode-line.ts';
import { linesBackwards } from './lines.ts';
import { openForReading } from './readable-file.ts';

/** Schema of the rows that Hermes' core writes (spec: service 11.1). */
const ATTEMPTS_SCHEMA = 'route-attempts/1';
/** Nobody bounds that file: only its last 16 MiB are searched, which is more than the decisions we still have can fill. */
const SEARCHED_BYTES = 16 * 1024 * 1024;

/**
 * What a row about a task joins on, or null when it joins nothing: `task_id` must be a non-empty string, `run_id` a scalar
 * or null (absent counts as null). Shared by attempts and outcomes.
 */
export function runKey(row: JsonObject): string | null {
  const taskId = own(row, 'task_id');
  const runId = own(row, 'run_id') ?? null;
  if (typeof taskId !== 'string' || taskId === '' || (typeof runId === 'object' && runId !== null)) return null;
  return JSON.stringify([taskId, runId]);
}

/**
 * Adds `attempts` to the decisions that Hermes' core reported on. No row for a decision: no key (nobody measured). Rows but
 * none valid: `[]` (measured, and nothing was tried). Rows are sorted by `n`; an invalid one is left out. Never rejects.
 */
export async function joinAttempts(records: readonly JsonObject[], attemptsPath: string): Promise<JsonObject[]> {
  const wanted = new Map<string, JsonObject[]>();
  for (const record of records) {
    const key = runKey(record);
    if (key !== null) wanted.set(key, []);
  }
  if (wanted.size > 0) await collectRows(attemptsPath, wanted);
  return records.map((record) => {
    const rows = wanted.get(runKey(record) ?? '') ?? [];
    return rows.length === 0 ? record : { ...record, attempts: validAttempts(rows) };
  });
}

/** Fills each wanted key with its rows, the latest first. */
async function collectRows(path: string, wanted: ReadonlyMap<string, JsonObject[]>): Promise<void> {
  const file = await openForReading(path);
  if (file === null) return;
  let searched = 0;
  try {
    for await (const line of linesBackwards(file.handle, file.size)) {
      searched += line.length + 1;
      if (searched > SEARCHED_BYTES) break;
      const decoded = decodeLine(line);
      if (decoded.kind !== 'record' || own(decoded.record, 'schema') !== ATTEMPTS_SCHEMA) continue;
      wanted.get(runKey(decoded.record) ?? '')?.push(decoded.record);
    }
  } catch {
    // What was found so far is true; the rest counts as not measured.
  } finally {
    await file.handle.close().catch(() => undefined);
  }
}

function validAttempts(rows: readonly JsonObject[]): JsonObject[] {
  return rows
    .toReversed()
    .flatMap((row) => readAttempt(row) ?? [])
    .sort((a, b) => a.n - b.n)
    .map((attempt) => ({ ...attempt }));
}

interface Attempt {
  readonly n: number;
  readonly model: string;
  readonly provider: string;
  readonly started_at: number;
  readonly duration_ms: number;
  readonly outcome: string;
  readonly error?: { readonly code: string; readonly message: string };
}

function readAttempt(row: JsonObject): Attempt | null {
  const { n, model, provider, started_at, duration_ms, outcome } = row;
  if (!isCount(n, 1) || !isCount(duration_ms, 0) || typeof started_at !== 'number') return null;
  if (typeof model !== 'string' || typeof provider !== 'string') return null;
  const attempt = { n, model, provider, started_at, duration_ms };
  const reported = own(row, 'error') ?? null;
  if (outcome === 'served' || outcome === 'skipped') return reported === null ? { ...attempt, outcome } : null;
  const error = readError(reported);
  return outcome === 'failed' && error !== null ? { ...attempt, outcome, error } : null;
}

/** A provider's message may quote the key it refused. */
function readError(value: Json): { code: string; message: string } | null {
  if (!isMapping(value)) return null;
  const { code, message } = value;
  if (typeof code !== 'string' || typeof message !== 'string') return null;
  return { code, message: redactSecrets(message) };
}

function isCount(value: Json | undefined, least: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least;
}
