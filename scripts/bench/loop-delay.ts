/**
 * Loaded into a daemon under measurement (`node --import`): on SIGUSR2 it writes the 99th percentile of the event-loop delay since the last
 * SIGUSR2, in milliseconds, to the file named by BENCH_LAG_FILE. Node's histogram counts its own interval of 1 ms in, which is taken off.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 1;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
const file = process.env.BENCH_LAG_FILE ?? '';
delay.enable();
process.on('SIGUSR2', () => {
  writeFileSync(`${file}.part`, String(delay.percentile(99) / 1e6 - RESOLUTION_MS));
  renameSync(`${file}.part`, file);
  delay.reset();
});
