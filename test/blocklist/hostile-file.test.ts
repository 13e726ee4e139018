import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import t from 'tap';
import type { Blocklist } from '../../src/blocklist/blocklist.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { breakerPolicy, machine } from './machine.ts';

const POLICY = breakerPolicy();
const KEY = 'm@p';

async function trip(blocklist: Blocklist, policy: JsonObject = POLICY): Promise<void> {
  t.equal(await blocklist.recordFailure(policy, 'm', 'p', 'quota_exhausted'), true);
}

function place(path: string, content: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
}

t.test('R-BRK-6 a stranded or granted HALF_OPEN of an older file recovers', async (t) => {
  for (const half_open_until of [undefined, 'soon', null, [], {}]) {
    const m = machine(t.testdir(), 500);
    place(m.stateFile, {
      version: 1,
      entries: { [KEY]: { state: 'HALF_OPEN', probe_allowed: false, half_open_until } },
    });
    t.equal(m.open().wouldBlock(POLICY, 'm', 'p'), false, String(half_open_until));
  }
  const m = machine(t.testdir(), 500);
  const granted = { state: 'HALF_OPEN', probe_allowed: true, half_open_until: 1_000_000 };
  place(m.stateFile, { version: 1, entries: { [KEY]: granted } });
  const before = m.text();
  const blocklist = m.open();
  t.equal(blocklist.wouldBlock(POLICY, 'm', 'p'), false);
  t.equal(m.text(), before);
  t.equal(await blocklist.isBlocked(POLICY, 'm', 'p'), false);
  t.equal(await blocklist.isBlocked(POLICY, 'm', 'p'), true);
});

t.test(
  'hostile state files: no cooldowns, a warning, bans still enforced, and the next failure is recorded',
  async (t) => {
    const policy = breakerPolicy({}, { manual_ban: [{ model: 'banned' }] });
    for (const content of [
      '{"version": 1, "entr',
      '',
      'null',
      '[]',
      '{"version":99,"entries":{}}',
      '\u0000'.repeat(100),
    ]) {
      const m = machine(t.testdir(), 100);
      place(m.stateFile, content);
      const blocklist = m.open();
      t.equal(blocklist.wouldBlock(policy, 'banned', 'p'), true, content);
      t.equal(blocklist.wouldBlock(policy, 'm', 'p'), false);
      t.same(blocklist.view(policy).breaker_cooldowns, []);
      t.equal(m.warnings.length, 1, 'warned once');
      t.match(blocklist.problem(), /cannot be used/);
      await trip(blocklist, policy);
      t.match(m.entry(KEY), { state: 'OPEN' });
      blocklist.view(policy);
      t.equal(blocklist.problem(), null);
    }
  },
);

t.test('extreme numbers in the file reach no answer', async (t) => {
  const m = machine(t.testdir(), 500);
  const wild = (sign: number) => ({
    state: 'OPEN',
    backoff_seconds: 1e300,
    cooldown_until: sign * 1e300,
    failure_events: [{ kind: 'crash', ts: sign * 1e300, weight: 1e308 }],
  });
  place(m.stateFile, { version: 1, entries: { 'a@p': wild(1), 'b@p': wild(-1), __proto__: {} } });
  const rows = m.open().view(POLICY).breaker_cooldowns;
  t.match(rows, [
    { model_key: 'a@p', cooldown_remaining_s: 366 * 86_400, failure_count: 1, retry_at: /^1971-/ },
    { model_key: 'b@p', cooldown_remaining_s: 0, retry_at: '1970-01-01T00:00:00Z' },
  ]);
});

t.test('a disk that refuses: the answer stands, the memory holds, a later write catches up', async (t) => {
  const folder = t.testdir({ 'hermes-smart-router': 'a file where the folder should be' });
  const m = machine(folder, 100);
  const blocklist = m.open();
  t.equal(await blocklist.recordFailure(POLICY, 'm', 'p', 'quota_exhausted'), true);
  t.match(m.warnings, [/cannot be written: (EEXIST|ENOTDIR)/]);
  t.match(blocklist.problem(), /cannot be written/);
  t.equal(await blocklist.isBlocked(POLICY, 'm', 'p'), true);
  rmSync(`${folder}/hermes-smart-router`);
  await blocklist.recordFailure(POLICY, 'n', 'p', 'crash');
  t.match(m.entry(KEY), { state: 'OPEN' });
  t.match(m.entry('n@p'), { state: 'CLOSED' });
  t.equal(blocklist.problem(), null);
});

t.test('a folder in place of the file neither throws nor leaves a temporary', async (t) => {
  const m = machine(t.testdir(), 100);
  mkdirSync(m.stateFile, { recursive: true });
  const blocklist = m.open();
  t.equal(blocklist.wouldBlock(POLICY, 'm', 'p'), false);
  await trip(blocklist);
  t.equal(blocklist.wouldBlock(POLICY, 'm', 'p'), true);
  t.same(readdirSync(dirname(m.stateFile)), ['breaker-state.json']);
});

t.test('a deleted file keeps the memory; an emptied one resets it', async (t) => {
  const m = machine(t.testdir(), 100);
  const blocklist = m.open();
  await trip(blocklist);
  rmSync(m.stateFile);
  t.equal(blocklist.wouldBlock(POLICY, 'm', 'p'), true);
  t.equal(m.exists(), false, 'looking does not bring it back');
  await blocklist.recordFailure(POLICY, 'n', 'p', 'crash');
  t.match(m.entry(KEY), { state: 'OPEN' });
  place(m.stateFile, { version: 1, entries: {} });
  t.equal(blocklist.wouldBlock(POLICY, 'm', 'p'), false);
});

t.test('S11 what another process writes is seen by the next decision and kept by the next write', async (t) => {
  const m = machine(t.testdir(), 100);
  const blocklist = m.open();
  await blocklist.recordFailure(POLICY, 'ours', 'p', 'quota_exhausted');
  const file = JSON.parse(readFileSync(m.stateFile, 'utf8'));
  file.entries['theirs@p'] = { ...file.entries['ours@p'], cooldown_until: 150.25, last_failure_kind: 'crash' };
  place(m.stateFile, file);
  t.equal(blocklist.wouldBlock(POLICY, 'theirs', 'p'), true);
  t.equal(blocklist.retryAfterSeconds(POLICY, 'theirs', 'p'), 50.25);
  file.entries['theirs@p'].cooldown_until = 140;
  place(m.stateFile, file);
  await blocklist.recordFailure(POLICY, 'other', 'p', 'crash');
  t.match(m.entry('theirs@p'), { state: 'OPEN', cooldown_until: 140 });
  t.match(m.entry('ours@p'), { state: 'OPEN' });
  t.match(m.entry('other@p'), { state: 'CLOSED' });
});

t.test('S11 a foreign write between our decision and our save costs neither of the two', async (t) => {
  const m = machine(t.testdir(), 100);
  const blocklist = m.open();
  await blocklist.recordFailure(POLICY, 'first', 'p', 'quota_exhausted');
  const file = JSON.parse(m.text());
  file.entries['theirs@p'] = { ...file.entries['first@p'], cooldown_until: 140 };
  const saved = blocklist.recordFailure(POLICY, 'm', 'p', 'quota_exhausted');
  place(m.stateFile, file);
  t.equal(await saved, true);
  t.match(m.entry('theirs@p'), { state: 'OPEN', cooldown_until: 140 });
  t.match(m.entry(KEY), { state: 'OPEN' });
});

t.test('S11 a foreign file does not undo what we could not write', async (t) => {
  const folder = t.testdir({ 'hermes-smart-router': 'a file where the folder should be' });
  const m = machine(folder, 100);
  const blocklist = m.open();
  await trip(blocklist);
  rmSync(`${folder}/hermes-smart-router`);
  place(m.stateFile, { version: 1, entries: { 'theirs@p': { state: 'CLOSED' } } });
  t.equal(blocklist.wouldBlock(POLICY, 'm', 'p'), true);
  await blocklist.recordSuccess(POLICY, 'm', 'p');
  await blocklist.recordFailure(POLICY, 'n', 'p', 'crash');
  t.match(m.entry(KEY), { state: 'OPEN' });
  t.match(m.entry('theirs@p'), { state: 'CLOSED' });
});
