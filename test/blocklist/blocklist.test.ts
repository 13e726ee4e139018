import { readdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import t from 'tap';
import type { Blocklist } from '../../src/blocklist/blocklist.ts';
import { breakerKey } from '../../src/blocklist/blocklist.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { breakerPolicy, machine } from './machine.ts';

const POLICY = breakerPolicy();
const KEY = 'm@p';

async function trip(blocklist: Blocklist, policy: JsonObject = POLICY): Promise<void> {
  t.equal(await blocklist.recordFailure(policy, 'm', 'p', 'quota_exhausted'), true);
}

t.test('a trip is written, private, in the shape the Python plugin reads', async (t) => {
  const m = machine(t.testdir(), 100);
  const blocklist = m.open();
  t.equal(await blocklist.recordFailure(POLICY, 'm', 'p', 'ttfb_stall'), false);
  t.match(m.entry(KEY), { state: 'CLOSED', failure_events: [{ kind: 'ttfb_stall', ts: 100, weight: 3 }] });
  m.clock.set(110);
  t.equal(await blocklist.recordFailure(POLICY, 'm', 'p', 'ttfb_stall'), true);
  t.same(m.entry(KEY), {
    backoff_seconds: 60,
    cooldown_until: 170,
    failure_events: [
      { kind: 'ttfb_stall', ts: 100, weight: 3 },
      { kind: 'ttfb_stall', ts: 110, weight: 3 },
    ],
    half_open_until: 0,
    last_failure_kind: 'ttfb_stall',
    probe_allowed: false,
    state: 'OPEN',
  });
  t.equal(statSync(m.stateFile).mode & 0o777, 0o600);
  t.same(readdirSync(dirname(m.stateFile)), ['breaker-state.json'], 'no temporary file stays');
  t.equal(blocklist.problem(), null);
});

t.test('R-BRK-2 two instances share one probe through the file', async (t) => {
  const m = machine(t.testdir(), 100);
  const [first, second] = [m.open(), m.open()];
  await first.recordFailure(POLICY, 'm', 'p', 'ttfb_stall');
  m.clock.set(110);
  t.equal(await second.recordFailure(POLICY, 'm', 'p', 'ttfb_stall'), true, 'failures add up across instances');
  t.equal(first.wouldBlock(POLICY, 'm', 'p'), true);
  m.clock.set(200);
  t.equal(await first.isBlocked(POLICY, 'm', 'p'), false);
  t.equal(await second.isBlocked(POLICY, 'm', 'p'), true);
  t.match(m.entry(KEY), { state: 'HALF_OPEN', probe_allowed: false, half_open_until: 260 });
  t.equal(await m.open().isBlocked(POLICY, 'm', 'p'), true, 'a fresh instance too');
  await second.recordSuccess(POLICY, 'm', 'p');
  t.match(m.entry(KEY), { state: 'CLOSED', half_open_until: 0, cooldown_until: 0, backoff_seconds: 0 });
  t.equal(first.wouldBlock(POLICY, 'm', 'p'), false);
});

t.test('B-01 of twenty decisions at once exactly one gets the probe', async (t) => {
  const m = machine(t.testdir(), 100);
  const blocklist = m.open();
  await trip(blocklist);
  m.clock.set(160);
  const answers = await Promise.all(Array.from({ length: 20 }, () => blocklist.isBlocked(POLICY, 'm', 'p')));
  t.equal(answers.filter((blocked) => !blocked).length, 1);
  await blocklist.releaseProbe(POLICY, 'm', 'p');
  t.match(m.entry(KEY), { state: 'HALF_OPEN', probe_allowed: true });
  const again = await Promise.all(Array.from({ length: 20 }, () => blocklist.isBlocked(POLICY, 'm', 'p')));
  t.equal(again.filter((blocked) => !blocked).length, 1, 'a cancelled holder frees it for one');
});

t.test('R-BRK-3 failures at once all count', async (t) => {
  const m = machine(t.testdir(), 100);
  const blocklist = m.open();
  const tripped = await Promise.all(
    Array.from({ length: 8 }, () => blocklist.recordFailure(POLICY, 'm', 'p', 'idle_stall')),
  );
  t.equal(tripped.filter(Boolean).length, 1);
  t.same(blocklist.view(POLICY).breaker_cooldowns, [
    {
      model_key: KEY,
      state: 'OPEN',
      cooldown_remaining_s: 60,
      backoff_seconds: 60,
      last_failure_kind: 'idle_stall',
      failure_count: 16,
      retry_at: '1970-01-01T00:02:40Z',
    },
  ]);
  t.match(m.entry(KEY), { state: 'OPEN' });
});

t.test('R-BRK-5 looking writes nothing; deciding does', async (t) => {
  const m = machine(t.testdir(), 100);
  const policy = breakerPolicy({ base_cooldown_seconds: 0 });
  const blocklist = m.open();
  await trip(blocklist, policy);
  const before = m.text();
  const stat = statSync(m.stateFile, { bigint: true });
  for (let i = 0; i < 100; i++) {
    t.equal(blocklist.wouldBlock(policy, 'm', 'p'), false);
    t.match(blocklist.view(policy).breaker_cooldowns, [{ state: 'OPEN', cooldown_remaining_s: 0 }]);
    t.match(blocklist.livenessState(policy, 'm', 'p'), { state: 'quota_exhausted' });
    t.equal(blocklist.retryAfterSeconds(policy, 'm', 'p'), null);
  }
  await blocklist.flush();
  t.equal(m.text(), before);
  t.equal(statSync(m.stateFile, { bigint: true }).mtimeNs, stat.mtimeNs);
  t.equal(await blocklist.isBlocked(policy, 'm', 'p'), false);
  t.match(m.entry(KEY), { state: 'HALF_OPEN' });
});

t.test('a cooling rail is refused without a write', async (t) => {
  const m = machine(t.testdir(), 100);
  const policy = breakerPolicy({ base_cooldown_seconds: 3600 });
  const blocklist = m.open();
  await trip(blocklist, policy);
  const before = m.text();
  t.equal(blocklist.wouldBlock(policy, 'm', 'p'), true);
  t.equal(await blocklist.isBlocked(policy, 'm', 'p'), true);
  t.equal(blocklist.retryAfterSeconds(policy, 'm', 'p'), 3600);
  t.equal(m.text(), before);
});

t.test('no read creates the file, and with the breaker off nothing does', async (t) => {
  const m = machine(t.testdir(), 100);
  const blocklist = m.open();
  for (const policy of [POLICY, {}, { blocklist: 'off' }, breakerPolicy({ enabled: false })]) {
    blocklist.wouldBlock(policy, 'm', 'p');
    blocklist.view(policy);
    blocklist.livenessState(policy, 'm', 'p');
    t.equal(await blocklist.isBlocked(policy, 'm', 'p'), false);
    await blocklist.recordSuccess(policy, 'm', 'p');
  }
  const off = breakerPolicy({ enabled: false });
  t.equal(await blocklist.recordFailure(off, 'm', 'p', 'quota_exhausted'), false);
  t.same(blocklist.view(off).breaker_cooldowns, []);
  t.equal(await blocklist.recordFailure(POLICY, '', 'p', 'quota_exhausted'), false, 'no model, no record');
  t.same(readdirSync(m.stateFile.slice(0, m.stateFile.indexOf('hermes-smart-router'))), []);
});

t.test('R-BRK-12 the key is the pair: one rail does not block its twin', async (t) => {
  const blocklist = machine(t.testdir(), 100).open();
  await blocklist.recordFailure(POLICY, 'luna', 'openai-codex', 'quota_exhausted');
  t.equal(blocklist.wouldBlock(POLICY, 'luna', 'openai-codex'), true);
  t.equal(blocklist.wouldBlock(POLICY, 'luna', 'openai-direct'), false);
  t.equal(blocklist.wouldBlock(POLICY, 'luna', ''), false);
  t.equal(breakerKey('luna', ''), 'luna');
  t.equal(breakerKey('luna', null), 'luna');
  t.equal(breakerKey('luna', 'x'), 'luna@x');
});

t.test('B-12 a ban holds by model, by pair and in any case, with the breaker on or off', async (t) => {
  const table: [JsonObject, string, string, boolean][] = [
    [{ model: 'm1' }, 'm1', 'any', true],
    [{ model: 'm1' }, 'M1', 'any', true],
    [{ model: 'm1', provider: 'p1' }, 'm1', 'P1', true],
    [{ model: 'm1', provider: 'p1' }, 'm1', 'p2', false],
    [{ model: 'm1', provider: 'p1' }, 'm2', 'p1', false],
  ];
  const blocklist = machine(t.testdir(), 100).open();
  for (const [ban, model, provider, expected] of table) {
    for (const policy of [breakerPolicy({}, { manual_ban: [ban] }), { blocklist: { manual_ban: [ban] } }]) {
      const label = JSON.stringify([ban, model, provider]);
      t.equal(blocklist.wouldBlock(policy, model, provider), expected, label);
      t.equal(await blocklist.isBlocked(policy, model, provider), expected, label);
      t.equal(blocklist.livenessState(policy, model, provider).state, expected ? 'dead' : 'alive', label);
    }
  }
});

t.test('a banned pair never spends its probe', async (t) => {
  const m = machine(t.testdir(), 100);
  const blocklist = m.open();
  await trip(blocklist);
  m.clock.set(500);
  const banned = breakerPolicy({}, { manual_ban: [{ model: 'm' }] });
  t.equal(await blocklist.isBlocked(banned, 'm', 'p'), true);
  t.equal(blocklist.retryAfterSeconds(banned, 'm', 'p'), null);
  t.match(m.entry(KEY), { state: 'OPEN' });
});

t.test('the four liveness states', async (t) => {
  const m = machine(t.testdir(), 100);
  const blocklist = m.open();
  const policy = breakerPolicy({}, { manual_ban: [{ model: 'manual', provider: 'blocked-rail' }] });
  await blocklist.recordFailure(policy, 'quota', 'primary', 'quota_exhausted');
  for (let i = 0; i < 2; i++) await blocklist.recordFailure(policy, 'probing', 'cheap', 'ttfb_stall');
  await blocklist.recordFailure(policy, 'weak', 'rail', 'crash');
  const state = (model: string, provider: string) => blocklist.livenessState(policy, model, provider);
  t.match(state('probing', 'cheap'), { state: 'degraded', breaker: { model_key: 'probing@cheap', state: 'OPEN' } });
  m.clock.set(160);
  await blocklist.isBlocked(policy, 'probing', 'cheap');
  t.match(state('probing', 'cheap'), {
    state: 'degraded',
    breaker: { state: 'HALF_OPEN', cooldown_remaining_s: 0, retry_at: '1970-01-01T00:03:40Z' },
  });
  t.match(state('quota', 'primary'), { state: 'quota_exhausted', breaker: { model_key: 'quota@primary' } });
  t.same(state('manual', 'blocked-rail'), { state: 'dead', breaker: {} });
  t.same(state('weak', 'rail'), { state: 'alive', breaker: {} });
  t.same(state('never', 'seen'), { state: 'alive', breaker: {} });
  m.clock.set(220);
  t.same(state('probing', 'cheap'), { state: 'degraded', breaker: {} }, 'on probation, though no longer refused');
});

t.test('the view of any document', async (t) => {
  const blocklist = machine(t.testdir(), 100).open();
  const empty = { manual_bans: [], fallback_chain: [], breaker_enabled: false, breaker_cooldowns: [] };
  const malformed: JsonObject[] = [
    {},
    { blocklist: 'off' },
    { blocklist: [] },
    { blocklist: { manual_ban: 'x', fallback_chain: 7, auto_breaker: 'sim' } },
  ];
  for (const document of malformed)
    t.match(blocklist.view(document), { ...empty, auto_breaker: { threshold: 5 } }, JSON.stringify(document));
  const view = blocklist.view(
    breakerPolicy(
      { threshold: 9, window_seconds: 120 },
      { manual_ban: ['x', { model: 'bad' }], fallback_chain: ['a', 1] },
    ),
  );
  t.same(view.manual_bans, ['x', { model: 'bad' }]);
  t.same(view.fallback_chain, ['a']);
  t.equal(view.breaker_enabled, true);
  t.match(view.auto_breaker, {
    threshold: 9,
    window_seconds: 120,
    base_cooldown_seconds: 60,
    max_cooldown_seconds: 900,
  });
  t.same(Object.keys(view), [...Object.keys(empty), 'auto_breaker']);
});
