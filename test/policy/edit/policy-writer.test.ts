import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { processMark } from '../../../src/lib/process-mark.ts';
import { HISTORY_ENTRIES } from '../../../src/policy/edit/policy-history.ts';
import { openPolicyWriter } from '../../../src/policy/edit/policy-writer.ts';
import { sha256 } from '../../../src/policy/file-state.ts';
import { POLICY } from '../../http/listening.ts';
import { AFTER, STRONGER, written } from './fixtures/written.ts';

t.test('Y-16 of 20 writers with the same base one wins, in one process and across two', async (t) => {
  const one = written(t.testdir());
  const other = openPolicyWriter({ path: one.path, historyFolder: one.historyFolder });
  const baseHash = sha256(readFileSync(one.path));
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? one.writer : other).apply({
        baseHash,
        patch: { changes: { tiers: { T4: { model: `m${index}` } } }, ignored: [] },
      }),
    ),
  );
  const winner = results.findIndex(({ kind }) => kind === 'written');
  const hash = sha256(readFileSync(one.path));
  t.strictSame(
    results.filter(({ kind }) => kind === 'written'),
    [{ kind: 'written', hash }],
  );
  t.equal(
    results.filter((result) => result.kind === 'conflict' && result.hash === hash).length,
    19,
    'each is told the new hash',
  );
  t.equal(one.text(), POLICY.replace('T4: {model: strong,', `T4: {model: m${winner},`));
  t.strictSame(readdirSync(one.folder).sort(), ['router.yaml', 'router.yaml.bak', 'state']);
});

t.test('Y-01 a change that changes nothing touches nothing', async (t) => {
  const source = `id: a   # inline a\nkw: [fix, "bug"]\n\n\n\nrules:\n    - id: x\n      when: {has_code: {eq: true}}\n      then: {model: T1}\n    # tail\n${POLICY.replace(/rules:.*?default/s, 'default')}cost: 1.5e+3\n`;
  const file = written(t.testdir(), source);
  const before = statSync(file.path);
  t.match(await file.apply({ enabled: true, tiers: { T1: {} }, default: { action: 'classify' } }), {
    kind: 'unchanged',
  });
  const after = statSync(file.path);
  t.strictSame([after.ino, after.mtimeMs, file.text()], [before.ino, before.mtimeMs, source]);
  t.strictSame(readdirSync(file.folder), ['router.yaml'], 'no backup, no history');
});

t.test('an editor that saves during the write wins', async (t) => {
  const file = written(t.testdir());
  const mine = `${POLICY}# saved by hand\n`;
  for (let delay = 0; delay < 8; delay++) {
    writeFileSync(file.path, POLICY);
    const applying = file.apply(STRONGER);
    for (let turn = 0; turn < delay * 3; turn++) await new Promise((resolve) => setImmediate(resolve));
    writeFileSync(file.path, mine);
    const result = await applying;
    // Saved after the rename it is simply the newer content; before it, the write must have given way.
    t.equal(file.text(), mine, `their edit is intact (${result.kind})`);
    t.match(result.kind, /^(conflict|written)$/);
    if (result.kind === 'conflict') t.equal(result.hash, sha256(Buffer.from(mine)));
  }
});

t.test('Y-19 Y-20 link, mode and folder stay as they are', async (t) => {
  const before = process.umask(0o077);
  t.teardown(() => process.umask(before));
  for (const mode of [0o600, 0o640, 0o644]) {
    const folder = t.testdir({ [`m${mode}`]: { dots: {}, home: {} } });
    const [dots, home] = [join(folder, `m${mode}`, 'dots'), join(folder, `m${mode}`, 'home')];
    writeFileSync(join(dots, 'policy.yaml'), POLICY);
    chmodSync(join(dots, 'policy.yaml'), mode);
    symlinkSync(join(dots, 'policy.yaml'), join(home, 'router.yaml'));
    const file = written(home, null);
    t.match(await file.apply(STRONGER), { kind: 'written' });
    t.ok(lstatSync(file.path).isSymbolicLink());
    t.equal(readFileSync(join(dots, 'policy.yaml'), 'utf8'), AFTER);
    t.equal(statSync(file.path).mode & 0o777, mode);
    t.equal(statSync(`${file.path}.bak`).mode & 0o777, mode, 'nobody may read the backup who may not read the file');
    t.strictSame(
      [readdirSync(dots), readdirSync(home).sort()],
      [['policy.yaml'], ['router.yaml', 'router.yaml.bak', 'state']],
    );
    t.strictSame(
      readdirSync(file.historyFolder).map((name) => statSync(join(file.historyFolder, name)).mode & 0o777),
      [0o600, 0o600],
    );
    t.match(await file.writer.revert(null), { kind: 'reverted' });
    t.strictSame([file.text(), statSync(file.path).mode & 0o777], [POLICY, mode]);
  }
});

t.test('a file without a write bit is not written, whoever asks', async (t) => {
  const file = written(t.testdir());
  chmodSync(file.path, 0o444);
  t.match(await file.apply(STRONGER), { kind: 'failed', problem: 'read_only', reason: /read-only/ });
  t.match(await file.apply({}), { kind: 'unchanged' }, 'asking for nothing is no write');
  t.strictSame([file.text(), readdirSync(file.folder)], [POLICY, ['router.yaml']]);
});

t.test('the history keeps the last entries and survives a lost list', async (t) => {
  const file = written(t.testdir());
  for (let index = 0; index < HISTORY_ENTRIES + 5; index++)
    t.match(await file.apply({ tiers: { T4: { model: `m${index}` } } }), { kind: 'written' });
  const entries = readdirSync(file.historyFolder).filter((name) => name.endsWith('.yaml'));
  t.equal(entries.length, HISTORY_ENTRIES);
  t.equal(entries[0], '000006.yaml');
  writeFileSync(join(file.historyFolder, 'undo.json'), '{"policy": 1');
  t.match(await file.writer.revert(null), { kind: 'no_snapshot' }, 'a list that cannot be read is none');
  t.match(await file.apply(STRONGER), { kind: 'written' });
  t.match(await file.writer.revert(null), { kind: 'reverted' }, 'and the next edit begins another');
});

t.test('the backup of another program is a step back where there is no history', async (t) => {
  const file = written(t.testdir());
  writeFileSync(`${file.path}.bak`, AFTER);
  t.match(await file.writer.revert(null), { kind: 'reverted', hash: sha256(Buffer.from(AFTER)), saved: 1 });
  t.equal(file.text(), AFTER);
});

t.test('a living writer is waited for, then named', async (t) => {
  const file = written(t.testdir());
  const mark = processMark(process.pid);
  writeFileSync(
    join(file.folder, '.router.yaml.lock'),
    JSON.stringify({ pid: mark?.pid, start_ticks: mark?.startTicks, boot_id: mark?.bootId }),
  );
  t.match(await file.apply(STRONGER), {
    kind: 'failed',
    problem: 'locked',
    reason: new RegExp(`process ${process.pid} `),
  });
  t.equal(file.text(), POLICY);
  for (const stale of [
    '',
    '{}',
    '{"pid": 4194303, "start_ticks": "1", "boot_id": "x"}',
    `{"pid": ${process.pid}, "start_ticks": "1", "boot_id": null}`,
  ]) {
    writeFileSync(file.path, POLICY);
    writeFileSync(join(file.folder, '.router.yaml.lock'), stale);
    t.match(await file.apply(STRONGER), { kind: 'written' }, `stale: ${stale}`);
  }
});
