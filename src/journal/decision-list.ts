import { isList, isMapping, type Json, type JsonObject, own } from '../lib/json.ts';
import { cutCodePoints } from '../lib/text.ts';
import { lossyInteger } from '../models/numbers.ts';
import { attemptedOf } from './attempted-head.ts';
import { joinAttempts } from './attempts.ts';
import { sourceOf, TASK_PREVIEW_LENGTH } from './decision-record.ts';
import { DEFAULT_BACKUPS } from './journal.ts';
import { type JournalReader, type JournalRow, openJournalReader } from './reader.ts';

/**
 * Bytes of a list or a record, encoded. The WebUI's proxy cuts an answer at 524,288; the rest is room for what the caller
 * puts around it.
 */
const MAX_ANSWER_BYTES = 480 * 1024;
const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 500;
/** Code points of a name in the list. Ours are far shorter; a foreign row may hold anything. */
const MAX_NAME_LENGTH = 200;

/** Which decisions to list. Everything is optional but `isInPolicy`. */
export interface DecisionQuery {
  /** 1 to 500, clamped; 50 for anything that is no number. */
  readonly limit?: unknown;
  /** Only decisions of this source (`unknown` is one). Null or absent: all. */
  readonly source?: string | null;
  /** Only decisions whose attempted model the current policy still names. */
  readonly policyOnly?: boolean;
  readonly isInPolicy: (model: string) => boolean;
  /** `next_cursor` of the page before. */
  readonly cursor?: string | null;
}

/** One decision in a list. */
export interface DecisionItem {
  readonly id: string;
  /** Epoch seconds. */
  readonly ts: number | null;
  readonly cause: Json;
  readonly rule_id: Json;
  readonly task: string;
  /** What was tried first; `""` when nothing was. */
  readonly model: string;
  readonly provider: string;
  /** What the policy declared. */
  readonly declared_model: string;
  readonly source: string;
  readonly in_policy: boolean;
}

/** A page of decisions, newest first. */
export interface DecisionList {
  readonly trace_path: string;
  /** All recorded decisions. */
  readonly count: number;
  /** Those that the filters let through. */
  readonly matched: number;
  /** Lines of the files that hold no record. */
  readonly skipped_lines: number;
  readonly routes: readonly DecisionItem[];
  /** Present when there are older ones. */
  readonly next_cursor?: string;
}

/** A reader of the decision log whose totals are kept per source and attempted model, which is what lists filter by. */
export function openDecisionReader(path: string): JournalReader {
  return openJournalReader({ path, backups: DEFAULT_BACKUPS, facet });
}

/** Lists decisions, newest first, at most `limit` and at most what fits through the proxy. Never rejects. */
export async function listDecisions(reader: JournalReader, query: DecisionQuery): Promise<DecisionList> {
  const limit = Math.min(MAX_LIMIT, Math.max(1, lossyInteger(query.limit) ?? DEFAULT_LIMIT));
  const totals = await reader.totals();
  let matched = 0;
  for (const [key, rows] of totals.facets) if (passes(parseFacet(key), query)) matched += rows;
  const page = await readPage(reader, query, limit);
  return { trace_path: reader.path, count: totals.rows, matched, skipped_lines: totals.skipped_lines, ...page };
}

async function readPage(
  reader: JournalReader,
  query: DecisionQuery,
  limit: number,
): Promise<{ routes: DecisionItem[]; next_cursor?: string }> {
  const routes: DecisionItem[] = [];
  let bytes = 0;
  for await (const row of rowsAfter(reader, query.cursor ?? '')) {
    const item = listItem(row, query.isInPolicy);
    if (!passes(item, query)) continue;
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    const last = routes.at(-1);
    if (last !== undefined && (routes.length === limit || bytes > MAX_ANSWER_BYTES))
      return { routes, next_cursor: last.id };
    routes.push(item);
  }
  return { routes };
}

/** Rows older than the one with the cursor's id. Rows with that same id are one decision told twice. */
async function* rowsAfter(reader: JournalReader, cursor: string): AsyncGenerator<JournalRow> {
  let found = cursor === '';
  for await (const row of reader.newestFirst()) {
    if (row.id === cursor) found = true;
    else if (found) yield row;
  }
}

/**
 * One decision in full: every recorded key, its `id`, and the attempts that Hermes' core reported. `null` for an unknown or empty
 * id. A record too large for the proxy comes without its lists and mappings and with `truncated: true`.
 */
export async function findDecision(
  reader: JournalReader,
  id: string,
  attemptsPath: string,
): Promise<JsonObject | null> {
  const row = await reader.find(id);
  if (row === null) return null;
  const [joined] = await joinAttempts([{ ...row.record, id }], attemptsPath);
  const entry = joined ?? row.record;
  if (encodedLength(entry) <= MAX_ANSWER_BYTES) return entry;
  const kept = Object.entries(entry).flatMap(([key, value]): [string, Json | undefined][] => {
    if (isMapping(value) || isList(value)) return [];
    return [[key, typeof value === 'string' ? cutCodePoints(value, MAX_NAME_LENGTH) : value]];
  });
  return { ...Object.fromEntries(kept), truncated: true };
}

/** The last decisions in the order they were made, with their attempts; all of them unless `limit` is a positive number. */
export async function lastDecisions(
  reader: JournalReader,
  limit: unknown,
  attemptsPath: string,
): Promise<JsonObject[]> {
  const rows = await reader.last(limit);
  return joinAttempts(
    rows.map(({ record }) => record),
    attemptsPath,
  );
}

/** Bytes of a record as an answer; infinite for what a foreign writer nested too deep to be encoded again. */
function encodedLength(record: JsonObject): number {
  try {
    return Buffer.byteLength(JSON.stringify(record));
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

function listItem({ id, record }: JournalRow, isInPolicy: (model: string) => boolean): DecisionItem {
  const output = own(record, 'output');
  const head = attemptedOf(output);
  const ts = own(record, 'ts');
  return {
    id,
    ts: typeof ts === 'number' ? ts : null,
    cause: scalar(own(record, 'cause')),
    rule_id: scalar(own(record, 'rule_id')),
    task: text(own(record, 'task'), TASK_PREVIEW_LENGTH),
    model: text(head.model),
    provider: text(head.provider),
    declared_model: text(isMapping(output) ? own(output, 'model') : ''),
    source: sourceOf(record),
    in_policy: isInPolicy(head.model),
  };
}

function passes(item: { source: string; in_policy?: boolean; model: string }, query: DecisionQuery): boolean {
  if (query.source !== undefined && query.source !== null && query.source !== item.source) return false;
  return query.policyOnly !== true || query.isInPolicy(item.model);
}

/** What lists filter by, as one string. */
function facet(record: JsonObject): string {
  return `${sourceOf(record)} ${attemptedOf(own(record, 'output')).model}`;
}

function parseFacet(key: string): { source: string; model: string } {
  const end = key.indexOf(' ');
  return { source: key.slice(0, end), model: key.slice(end + 1) };
}

function text(value: Json | undefined, length = MAX_NAME_LENGTH): string {
  return typeof value === 'string' ? cutCodePoints(value, length) : '';
}

function scalar(value: Json | undefined): Json {
  if (typeof value === 'string') return cutCodePoints(value, MAX_NAME_LENGTH);
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
