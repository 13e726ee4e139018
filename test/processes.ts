import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Test } from 'tap';
import { hasVariable, listPids } from '../src/jobs/process/process-table.ts';
import { isAlive, isZombie, readProcess } from '../src/lib/process-row.ts';
import { until } from './until.ts';

/**
 * Whether a process lives, in one look: between two it may vanish. A zombie does not live; where the first process of a container reaps slowly,
 * an orphan stays one for seconds.
 */
export function lives(pid: number): boolean {
  const row = readProcess(pid);
  return row !== null && !isZombie(row);
}

/** Living processes that carry a job's marker. */
export function withMarker(jobId: string): number[] {
  return listPids().filter((pid) => {
    const row = readProcess(pid);
    return row !== null && hasVariable(pid, 'HERMES_ROUTER_JOB_ID', jobId) === 'yes' && isAlive(row);
  });
}

/**
 * A zombie, until the test ends: a process that has ended and whose parent never looks. Resolves with its pid.
 * @param command shell words that end when their input, descriptor 3, does.
 */
export async function startZombie(t: Test, command = 'cat <&3 >/dev/null'): Promise<number> {
  const parent = spawn('/bin/sh', ['-c', `exec 3<&0; ${command} & echo $!; exec sleep 300`], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  t.teardown(() => parent.kill('SIGKILL'));
  const { value } = await createInterface({ input: parent.stdout })[Symbol.asyncIterator]().next();
  // A shell would notice the end of its child.
  await until('the parent is no shell any more', () => readProcess(parent.pid ?? 0)?.name === 'sleep');
  parent.stdin.end();
  await until('there is a zombie', () => readProcess(Number(value))?.state === 'Z');
  return Number(value);
}
