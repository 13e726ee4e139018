import { readFileSync } from 'node:fs';
import { listPids } from '../../src/jobs/process/process-table.ts';
import { isList, isMapping, type JsonObject, own } from '../../src/lib/json.ts';
import type { PatientClient } from './client.ts';

/** Every job of the list, page by page, by its id. */
export async function listAll(client: PatientClient): Promise<Map<string, JsonObject>> {
  const found = new Map<string, JsonObject>();
  for (let cursor = ''; ; ) {
    const page = await client.ask('GET', `/jobs?limit=40&cursor=${cursor}`);
    const jobs = own(page, 'jobs');
    for (const job of isList(jobs) ? jobs.filter(isMapping) : []) found.set(String(job.id), job);
    const next = own(page, 'next_cursor');
    if (typeof next !== 'string') return found;
    cursor = next;
  }
}

/** The ids of the last rows in a journal of jobs, one for each row. */
export function lastRows(path: string): string[] {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  return lines.flatMap((line) => {
    const row: JsonObject = JSON.parse(line);
    return row.event === 'ended' ? [String(row.id)] : [];
  });
}

/** Pids of the processes that carry the marker of one of these jobs. */
export function markedProcesses(ids: ReadonlySet<string>): number[] {
  return listPids().filter((pid) => {
    try {
      const marker = /(?:^|\0)HERMES_ROUTER_JOB_ID=([^\0]*)/.exec(readFileSync(`/proc/${pid}/environ`, 'latin1'));
      return ids.has(marker?.[1] ?? '');
    } catch {
      return false;
    }
  });
}

/** Resident memory of a process, in MB. */
export function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** How often each name occurs, by name. */
export function tally(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names.toSorted()) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
