import { readFileSync } from 'node:fs';
import { readProcess } from '../lib/process-row.ts';
import { JOB_MARKER } from './child/environment.ts';
import { isJobId } from './job-id.ts';

/**
 * The job inside which this process runs; `null` for none. Hermes gives its MCP servers hardly any environment, so the marker is looked for in
 * this process and in all its ancestors: a delegation from there would wait for a slot that its own job may hold.
 */
export function enclosingJob(env: NodeJS.ProcessEnv, pid: number = process.pid): string | null {
  const own = env[JOB_MARKER];
  if (own !== undefined && isJobId(own)) return own;
  const seen = new Set<number>();
  for (let row = readProcess(pid); row !== null && !seen.has(row.pid); row = readProcess(row.parent)) {
    seen.add(row.pid);
    const id = markerOf(row.pid);
    if (id !== null) return id;
  }
  return null;
}

/** The marker that a process was started with; `null` where there is none or it may not be looked at. */
function markerOf(pid: number): string | null {
  try {
    const prefix = `${JOB_MARKER}=`;
    const entry = readFileSync(`/proc/${pid}/environ`, 'latin1')
      .split('\0')
      .find((line) => line.startsWith(prefix));
    const id = entry?.slice(prefix.length) ?? '';
    return isJobId(id) ? id : null;
  } catch {
    return null;
  }
}
