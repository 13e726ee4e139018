import t from 'tap';
import { type Cooldowns, openCooldowns } from '../../src/llm/cooldowns.ts';
import { llmError } from '../../src/llm/errors.ts';

const HOP = { provider: 'zai', model: 'm', keyId: 'k1' };
const status = (code: number) => llmError('http_status', undefined, { status: code });

function clocked(): { cooldowns: Cooldowns; at(seconds: number): void } {
  let seconds = 0;
  const wall = () => new Date(Date.UTC(2026, 0, 1) + seconds * 1000);
  return {
    cooldowns: openCooldowns(wall, () => seconds),
    at: (next) => {
      seconds = next;
    },
  };
}

t.test('B-04 the longer of two rests stands, in either order', async (t) => {
  for (const order of [
    [1, null],
    [null, 1],
  ] as const) {
    const { cooldowns, at } = clocked();
    cooldowns.failed(HOP, status(429), order[0]);
    at(0.2);
    cooldowns.failed(HOP, status(429), order[1]);
    at(59.9);
    t.ok(cooldowns.cooling(HOP), `${order}`);
    at(60.3);
    t.equal(cooldowns.cooling(HOP), null, `${order}`);
  }
});

t.test('B-07 five failures of the only candidate make it rest', async (t) => {
  const { cooldowns, at } = clocked();
  for (let i = 1; i <= 4; i++) cooldowns.failed(HOP, status(500), null);
  t.equal(cooldowns.cooling(HOP), null);
  cooldowns.failed(HOP, status(500), null);
  t.match(cooldowns.cooling(HOP), { remaining: 60, code: 'http_status', status: 500 });
  at(60);
  t.equal(cooldowns.cooling(HOP), null, 'one may try');
  cooldowns.failed(HOP, status(500), null);
  t.match(cooldowns.cooling(HOP), { remaining: 60 }, 'and its failure is enough');
});

t.test('how long a hop rests', async (t) => {
  const table: [number, number, number | null, number | null][] = [
    // status, how often, what the provider asked for, seconds of rest
    [429, 1, null, 60],
    [429, 1, 7, 7],
    [429, 1, 0, null],
    [429, 5, 0, 60],
    [500, 5, 0, 60],
    [500, 1, 30, null],
    [401, 1, 1, 60],
    [404, 1, null, 60],
  ];
  for (const [code, times, asked, rest] of table) {
    const { cooldowns } = clocked();
    for (let i = 0; i < times; i++) cooldowns.failed(HOP, status(code), asked);
    t.equal(cooldowns.cooling(HOP)?.remaining ?? null, rest, JSON.stringify([code, times, asked]));
  }
});

t.test('failures far apart, or with a success between them, add up to nothing', async (t) => {
  const { cooldowns, at } = clocked();
  for (let i = 0; i < 10; i++) {
    at(i * 200);
    cooldowns.failed(HOP, status(500), null);
  }
  t.equal(cooldowns.cooling(HOP), null);
  for (let i = 0; i < 10; i++) {
    cooldowns.failed(HOP, status(500), null);
    cooldowns.succeeded(HOP);
  }
  t.equal(cooldowns.cooling(HOP), null);
});

t.test('B-09 what a failure is held against', async (t) => {
  const otherModel = { ...HOP, model: 'n' };
  const otherKey = { ...HOP, keyId: 'k2' };
  const table: [number, boolean, boolean, boolean][] = [
    [401, true, true, false],
    [402, true, true, false],
    [403, true, true, false],
    [404, true, false, true],
    [429, true, false, true],
    [400, false, false, false],
    [413, false, false, false],
  ];
  for (const [code, itself, sameKey, newKey] of table) {
    const { cooldowns } = clocked();
    cooldowns.failed(HOP, status(code), null);
    t.equal(cooldowns.cooling(HOP) !== null, itself, `${code} itself`);
    t.equal(cooldowns.cooling(otherModel) !== null, sameKey, `${code} another model, same key`);
    t.equal(cooldowns.cooling(otherKey) !== null, newKey, `${code} the same model with a new key`);
    t.equal(cooldowns.cooling({ ...HOP, provider: 'other' }), null, `${code} another provider`);
  }
});

t.test('a success neither ends a rest nor is one needed', async (t) => {
  const { cooldowns, at } = clocked();
  cooldowns.failed(HOP, status(429), 30);
  cooldowns.succeeded(HOP);
  t.match(cooldowns.cooling(HOP), { remaining: 30 });
  t.same(cooldowns.view(), [
    {
      provider: 'zai',
      model: 'm',
      reason: 'http_status',
      status: 429,
      remaining_seconds: 30,
      retry_at: '2026-01-01T00:00:30.000Z',
    },
  ]);
  at(30);
  t.same(cooldowns.view(), []);
});
