import { readFileSync, writeFileSync } from 'node:fs';
import t from 'tap';
import { breakerPolicy, machine } from './machine.ts';

const START = 1_787_000_000;
const TWO_HOURS = 7200;
const POLICY = breakerPolicy();

for (const jump of [-TWO_HOURS, TWO_HOURS]) {
  t.test(`B-23 the wall clock jumps ${jump} s while a breaker is open`, async (t) => {
    const m = machine(t.testdir(), START);
    const blocklist = m.open();
    await blocklist.recordFailure(POLICY, 'm', 'p', 'quota_exhausted');
    m.clock.set(START + 20);
    m.clock.jump(jump);
    t.equal(blocklist.wouldBlock(POLICY, 'm', 'p'), true);
    t.equal(blocklist.retryAfterSeconds(POLICY, 'm', 'p'), 40);
    const retryAt = new Date((START + 60 + jump) * 1000).toISOString().replace('.000Z', 'Z');
    t.match(blocklist.view(POLICY).breaker_cooldowns, [{ cooldown_remaining_s: 40, retry_at: retryAt }]);

    const file = JSON.parse(readFileSync(m.stateFile, 'utf8'));
    file.entries['theirs@p'] = { ...file.entries['m@p'], cooldown_until: START + 20 + jump + 30 };
    writeFileSync(m.stateFile, JSON.stringify(file));
    t.equal(blocklist.retryAfterSeconds(POLICY, 'm', 'p'), 40, 'a foreign write that leaves our entry moves nothing');
    t.equal(blocklist.retryAfterSeconds(POLICY, 'theirs', 'p'), 30, 'a foreign entry is read by the new wall clock');

    m.clock.set(START + 59.9);
    t.equal(await blocklist.isBlocked(POLICY, 'm', 'p'), true);
    m.clock.set(START + 60);
    t.equal(await blocklist.isBlocked(POLICY, 'm', 'p'), false);
    t.match(m.entry('m@p'), { half_open_until: START + 120 + jump }, 'what is written now carries the new epoch');
    m.clock.set(START + 119);
    t.equal(blocklist.wouldBlock(POLICY, 'm', 'p'), true, 'the probe deadline too is counted monotonically');
  });
}

t.test('B-23 restarted after the clock went back: nothing waits longer than its backoff', async (t) => {
  const m = machine(t.testdir(), START);
  await m.open().recordFailure(POLICY, 'm', 'p', 'quota_exhausted');
  m.clock.jump(-TWO_HOURS);
  const restarted = m.open();
  t.equal(restarted.retryAfterSeconds(POLICY, 'm', 'p'), 60);
  m.clock.set(START + 60);
  t.equal(restarted.wouldBlock(POLICY, 'm', 'p'), false);
  t.equal(await restarted.isBlocked(POLICY, 'm', 'p'), false);
});

t.test('B-23 failures from a future clock leave the window after one window', async (t) => {
  const m = machine(t.testdir(), START);
  await m.open().recordFailure(POLICY, 'm', 'p', 'ttfb_stall');
  m.clock.jump(-TWO_HOURS);
  const restarted = m.open();
  restarted.view(POLICY);
  m.clock.set(START + 601);
  t.equal(await restarted.recordFailure(POLICY, 'm', 'p', 'ttfb_stall'), false);
});

t.test('B-23 restarted after the clock went forward: the cooldown is over, one probe decides', async (t) => {
  const m = machine(t.testdir(), START);
  await m.open().recordFailure(POLICY, 'm', 'p', 'quota_exhausted');
  m.clock.jump(TWO_HOURS);
  const restarted = m.open();
  t.equal(await restarted.isBlocked(POLICY, 'm', 'p'), false);
  t.equal(await restarted.isBlocked(POLICY, 'm', 'p'), true);
});

t.test(
  'B-24 fifty decisions over 15 s, a policy reload and a restart between them: none reaches a cooled rail',
  async (t) => {
    const m = machine(t.testdir(), START);
    let blocklist = m.open();
    let policy = POLICY;
    const reader = m.open();
    t.equal(reader.wouldBlock(policy, 'm', 'p'), false, 'a reader that has already looked');
    await blocklist.recordFailure(policy, 'm', 'p', 'quota_exhausted');
    for (let i = 0; i < 50; i++) {
      m.clock.set(START + i * 0.3);
      if (i === 20) policy = breakerPolicy({ threshold: 50, base_cooldown_seconds: 1 });
      if (i === 30) blocklist = m.open();
      t.equal(await blocklist.isBlocked(policy, 'm', 'p'), true, `decision ${i}`);
      t.equal(reader.wouldBlock(policy, 'm', 'p'), true, `reader ${i}`);
    }
  },
);
