import t from 'tap';
import { REPLAY_BUDGET_MS, replayImpact } from '../../../src/router/replay/impact.ts';
import { BASE_POLICY } from '../policies.ts';

const record = { ts: 1, task: 'x', steps: [{ stage: 'signals', in: { seed: 1 }, out: { verb_class: 'hard' } }] };

async function* rows(count: number) {
  for (let index = 0; index < count; index++) yield { id: `r${index}`, record };
}

t.test('replaying stops when its time is up, and says so', async (t) => {
  let clock = 0;
  const tick = (): number => (clock += 30);
  const impact = await replayImpact(rows(150), BASE_POLICY, BASE_POLICY, tick);
  t.match(impact, { considered: REPLAY_BUDGET_MS / 30, complete: false });
  t.match(await replayImpact(rows(150), BASE_POLICY, BASE_POLICY, () => 0), {
    considered: 150,
    replayed: 150,
    changed: 0,
    complete: true,
  });
  t.match(await replayImpact(rows(0), BASE_POLICY, BASE_POLICY, () => 0), { considered: 0, complete: true });
});
