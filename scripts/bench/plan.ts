import { askDaemon } from '../../src/client/ask.ts';
import { isMapping, type JsonObject, own } from '../../src/lib/json.ts';
import { median } from './explain.ts';
import { startDaemon } from './processes.ts';

const DECISIONS = 200;
const WARM_UP = 10;
const ROUNDS = 40;
const TASKS = [
  'Debug race condition in pool',
  'Rename getCwd in utils.py',
  'Implement a cache in src/cache.ts',
  'Audit auth',
];

/** The median time in ms of a `POST /plan` on the shipped policy, with 200 logged decisions replayed. */
export async function measurePlan(): Promise<number> {
  const daemon = await startDaemon();
  const post = async (path: string, body: JsonObject): Promise<JsonObject> => {
    const answer = await askDaemon(daemon, 'bench', { method: 'POST', path, body });
    if (answer.status !== 200 || !isMapping(answer.body)) throw new Error(`${path}: ${answer.status}`);
    return answer.body;
  };
  for (let index = 0; index < DECISIONS; index++)
    await post('/route', { task: `${TASKS[index % TASKS.length]} ${index}` });
  for (let round = 0; round < WARM_UP; round++) await post('/plan', { policy: {} });
  const times: number[] = [];
  let cutShort = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const from = performance.now();
    const plan = await post('/plan', { policy: { tiers: { T4: { model: `gpt-${round}` } } } });
    times.push(performance.now() - from);
    const impact = own(plan, 'impact');
    if (!isMapping(impact) || impact.replayed !== DECISIONS) cutShort++;
  }
  await daemon.stop();
  // A machine that is busy with something else may hold up one of them; the median is of whole ones.
  if (cutShort > ROUNDS / 10) throw new Error(`${cutShort} of ${ROUNDS} plans did not replay every decision`);
  return median(times);
}
