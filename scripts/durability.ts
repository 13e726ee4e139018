/**
 * `npx tsx scripts/durability.ts [KILLS]`: kills the built daemon with SIGKILL (100 times unless told otherwise) while 16 clients ask it for live
 * decisions, then counts what is in the decision log against what was answered. Exits 1 when a decision answered as durable is missing or one
 * is there twice. The state is in the temporary folder ($TMPDIR), which should be on a real disk.
 */
import { join } from 'node:path';
import { resolveHermesPaths } from '../src/hermes/paths.ts';
import { makeHome, privateEnvironment } from './bench/processes.ts';
import { countLog, runKillLoop } from './durability/kill-loop.ts';
import { startVictim } from './durability/victim.ts';

const CLIENTS = 16;
const kills = Number(process.argv[2] ?? 100);
const { home, token } = makeHome();
const env = privateEnvironment(home);

const answered = await runKillLoop({ kills, clients: CLIENTS, token, start: () => startVictim(env) });
const log = countLog(join(resolveHermesPaths(env).stateDir, 'routes.jsonl'), answered);
const counts = {
  kills,
  answered_durable: answered.durable.length,
  answered_degraded: answered.degraded.length,
  unanswered: answered.unanswered,
  records: log.records,
  missing: log.missing.length,
  doubled: log.doubled.length,
  torn_lines: log.torn,
  bytes: log.bytes,
};
for (const [name, value] of Object.entries(counts)) console.log(`${name.padEnd(18)} ${value}`);
if (log.missing.length + log.doubled.length + answered.degraded.length > 0) process.exitCode = 1;
