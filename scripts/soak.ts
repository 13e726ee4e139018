/**
 * `npx tsx scripts/soak.ts [JOBS [KILLS [SEED]]]`: 200 jobs of all kinds through four slots of the built daemon, with cancels and two SIGKILLs of
 * the daemon in between, unless told otherwise. Prints what became of them; exits 1 when a job is lost from the list, has not exactly one
 * end, left a process, or the daemon has grown.
 */
import { makeHome, privateEnvironment } from './bench/processes.ts';
import { startVictim } from './durability/victim.ts';
import { runSoak } from './soak/run-soak.ts';

/** Growth that a garbage collector explains: the daemon starts with 60 to 90 MB. */
const GROWTH = 1.3;

const [jobs = 200, kills = 2, seed = 1] = process.argv.slice(2).map(Number);
const { home, token } = makeHome();
const from = performance.now();
const found = await runSoak({ jobs, kills, seed, token, env: privateEnvironment(home), start: startVictim });
const [rssBefore, rssAfter] = found.rssMb;
const counts = {
  jobs,
  kills,
  accepted: found.accepted,
  ...found.ends,
  unsettled: found.unsettled.length,
  'missing from the list': found.missing.length,
  'not exactly one end': found.notOnce.length,
  orphans: found.orphans.length,
  'still busy': found.busy,
  'RSS after ten jobs, MB': rssBefore.toFixed(1),
  'RSS at the end, MB': rssAfter.toFixed(1),
  seconds: ((performance.now() - from) / 1000).toFixed(1),
};
for (const [name, value] of Object.entries(counts)) console.log(`${name.padEnd(28)} ${value}`);
const { unsettled, missing, notOnce, orphans, busy } = found;
const faults = unsettled.length + missing.length + notOnce.length + orphans.length + busy;
if (faults > 0 || found.accepted !== jobs || rssAfter > rssBefore * GROWTH) process.exitCode = 1;
