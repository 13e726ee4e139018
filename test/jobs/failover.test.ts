import t from 'tap';
import { type AttemptOrder, attemptTargets } from '../../src/jobs/failover.ts';

const A = { model: 'a', provider: 'x' };
const B = { model: 'b', provider: 'y' };
const C = { model: 'c', provider: 'z' };

/** How the attempts of one run end, and how long each takes. */
interface Script {
  readonly ends: readonly ('ok' | 'again' | 'stop')[];
  readonly seconds?: number;
  readonly failover?: boolean;
  readonly refused?: string;
}

async function run({ ends, seconds = 1, failover = true, refused = '' }: Script): Promise<AttemptOrder[]> {
  const orders: AttemptOrder[] = [];
  let clock = 100;
  await attemptTargets({
    targets: [A, B, C],
    totalSeconds: 60,
    failover,
    monotonic: () => clock,
    admits: async ({ model }) => model !== refused,
    attempt: async (order) => {
      orders.push(order);
      clock += seconds;
      const end = ends[order.n - 1];
      return { ok: end === 'ok', retryable: end === 'again' };
    },
  });
  return orders;
}

t.test('which targets are attempted', async (t) => {
  const rows: [Script, string[]][] = [
    [{ ends: ['ok'] }, ['a']],
    [{ ends: ['again', 'ok'] }, ['a', 'b']],
    [{ ends: ['again', 'stop'] }, ['a', 'b']],
    [{ ends: ['stop'] }, ['a']],
    [{ ends: ['again', 'again', 'again'] }, ['a', 'b', 'c']],
    [{ ends: ['again', 'ok'], failover: false }, ['a']],
    [{ ends: ['again', 'ok'], refused: 'b' }, ['a', 'c']],
    [{ ends: ['ok'], refused: 'a' }, ['a']],
    [{ ends: ['again', 'ok'], seconds: 55 }, ['a', 'b']],
    [{ ends: ['again', 'ok'], seconds: 55.1 }, ['a']],
  ];
  for (const [script, expected] of rows)
    t.strictSame(
      (await run(script)).map(({ target }) => target.model),
      expected,
      JSON.stringify(script),
    );
});

t.test('one limit for all attempts: each gets what the ones before it left', async (t) => {
  const orders = await run({ ends: ['again', 'again', 'ok'], seconds: 20 });
  t.strictSame(
    orders.map(({ n, limitSeconds, fullLimit }) => ({ n, limitSeconds, fullLimit })),
    [
      { n: 1, limitSeconds: 60, fullLimit: true },
      { n: 2, limitSeconds: 40, fullLimit: false },
      { n: 3, limitSeconds: 20, fullLimit: false },
    ],
  );
});
