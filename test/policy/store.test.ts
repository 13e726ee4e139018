import { createHash } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import t from 'tap';
import { EXAMPLE_FILE } from '../../src/policy/seed.ts';
import { openPolicyStore, type PolicySnapshot, type PolicyStore } from '../../src/policy/store.ts';

const TIERS = ['T1', 'T2', 'T3', 'T4'].map((name) => `  ${name}: {model: glm-5.3-flash, provider: zai}\n`).join('');
const GOOD = `enabled: true\ndefault: {model: T1}\ntiers:\n${TIERS}`;
const OTHER = `${GOOD}rules: []\n`;
const BROKEN = 'enabled: [\n';
const UNSOUND = 'enabled: true\nblocklist: {manual_ban: [{model: bad}]}\n';

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');

function replace(path: string, text: string): void {
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

/** Polls like a panel does, until a snapshot is what the test waits for. */
async function until(store: PolicyStore, holds: (snapshot: PolicySnapshot) => boolean): Promise<PolicySnapshot> {
  for (;;) {
    const snapshot = store.read();
    if (holds(snapshot)) return snapshot;
    await pause(5);
  }
}

function opened(folder: string, text?: string): { path: string; store: PolicyStore } {
  const path = join(folder, 'router.yaml');
  if (text !== undefined) writeFileSync(path, text);
  return { path, store: openPolicyStore({ path }) };
}

t.test('a good file is in use, and reading it again costs nothing new', async (t) => {
  const { path, store } = opened(t.testdir({}), GOOD);
  const snapshot = store.read();
  t.match(snapshot, {
    path,
    loadError: null,
    errors: [],
    errorTargets: [],
    hash: sha256(GOOD),
    inUse: { source: 'file', hash: sha256(GOOD) },
  });
  t.ok(snapshot.mtime instanceof Date);
  t.equal(store.read().document, snapshot.document);
  t.equal(store.read(), store.read());
});

t.test('S1 a file that breaks leaves decisions on the last good one, by name', async (t) => {
  const { path, store } = opened(t.testdir({}), GOOD);
  store.read();
  const breakages: [string, string, RegExp][] = [
    ['syntax', BROKEN, /^could not load router config: line 2, column 1/],
    ['empty', '', /^router config root must be a mapping$/],
    ['comments', '# nothing\n', /^router config root must be a mapping$/],
    ['a list', '- a\n', /^router config root must be a mapping$/],
    ['duplicate key', `${GOOD}enabled: true\n`, /line 1 has it already/],
    ['lint', UNSOUND, /missing mandatory 'default'/],
  ];
  for (const [name, text, error] of breakages) {
    replace(path, text);
    const snapshot = store.read();
    t.match(snapshot.errors[0], error, name);
    t.equal(snapshot.errors.length, snapshot.errorTargets.length, name);
    t.equal(snapshot.hash, sha256(text), `${name}: the hash of the file on disk`);
    t.match(snapshot.inUse, { source: 'last_good', hash: sha256(GOOD), document: { default: { model: 'T1' } } }, name);
  }
  replace(path, OTHER);
  t.match(store.read().inUse, { source: 'file', hash: sha256(OTHER) }, 'a file renamed into place is used at once');
});

t.test('S3 deleted while running, a folder, something else', async (t) => {
  const { path, store } = opened(t.testdir({}), GOOD);
  store.read();
  rmSync(path);
  t.match(store.read(), {
    loadError: /does not exist/,
    hash: null,
    mtime: null,
    document: {},
    inUse: { source: 'last_good' },
  });
  mkdirSync(path);
  t.match(store.read(), { loadError: /is a directory/, inUse: { source: 'last_good', hash: sha256(GOOD) } });
  t.match(openPolicyStore({ path: '/dev/null' }).read(), { loadError: /not a regular file/ });
});

t.test('S1 a cold start without a good one uses what can be loaded', async (t) => {
  const { path, store } = opened(t.testdir({}), UNSOUND);
  const first = store.read();
  t.match(first.inUse, {
    source: 'unvalidated',
    hash: sha256(UNSOUND),
    document: { blocklist: { manual_ban: [{ model: 'bad' }] } },
  });
  replace(path, BROKEN);
  t.match(store.read(), { loadError: /could not load/, inUse: first.inUse }, 'and stays on it, bans and all');
  replace(path, GOOD);
  t.equal(store.read().inUse.source, 'file');
});

t.test('a cold start with nothing loadable has no policy', async (t) => {
  for (const text of [undefined, BROKEN, '']) {
    const { store } = opened(t.testdir({}), text);
    t.same(store.read().inUse, { source: 'unvalidated', hash: null, document: {}, extraSignals: {} }, String(text));
  }
});

t.test('S1 errors of fail_safe and compaction are listed and stop nothing', async (t) => {
  for (const block of ['fail_safe: {model: x}\n', 'compaction: {provider: zai, model: no-such-model}\n']) {
    const { store } = opened(t.testdir({}), GOOD + block);
    const snapshot = store.read();
    t.ok(snapshot.errors.length > 0, block);
    t.equal(snapshot.inUse.source, 'file', block);
  }
});

t.test('an error that names rules carries its target', async (t) => {
  const rules = ['broad', 'narrow']
    .map((id) => `  - {id: ${id}, when: {has_code: {eq: true}}, then: {model: T1}}\n`)
    .join('');
  const { errors, errorTargets } = opened(t.testdir({}), `${GOOD}rules:\n${rules}`).store.read();
  t.match(errorTargets, [
    { code: 'shadowed', later_index: 1, later_id: 'narrow', earlier_index: 0, message: errors[0] },
  ]);
});

t.test('the policy in use has the price overlay and the extra words; the document is as written', async (t) => {
  const extra = 'price_windows: {glm-5.3-flash: []}\nsignals: {hard: [umbau]}\n';
  const { store } = opened(t.testdir({}), GOOD + extra);
  const { document, inUse, warnings } = store.read();
  t.match(inUse.document, { tiers: { T1: { price_windows: [] } } });
  t.notMatch(document, { tiers: { T1: { price_windows: [] } } });
  t.same(inUse.extraSignals, { hard: ['umbau'] });
  t.type(warnings, Array);
});

t.test('warnings of the parser come first', async (t) => {
  const { store } = opened(
    t.testdir({}),
    `${GOOD}rules: [{id: 012, when: {has_code: {eq: true}}, then: {model: T1}}]\n`,
  );
  t.match(store.read().warnings[0], /^line 8, column 14: 012 is 12 here but 10/);
});

t.test('Y-22 every kind of change shows in the hash of the next read', async (t) => {
  const { path, store } = opened(t.testdir({}), GOOD);
  store.read();
  const steps: [string, () => void, string | null][] = [
    ['renamed over', () => replace(path, OTHER), sha256(OTHER)],
    ['appended to', () => appendFileSync(path, '# end\n'), sha256(`${OTHER}# end\n`)],
    ['deleted', () => rmSync(path), null],
    ['recreated', () => writeFileSync(path, GOOD), sha256(GOOD)],
  ];
  for (const [name, change, hash] of steps) {
    change();
    t.equal(store.read().hash, hash, name);
  }
  t.match((await until(store, ({ inUse }) => inUse.source === 'file')).inUse.hash, sha256(GOOD));
});

t.test('Y-23 while a writer truncates and writes in chunks, the last good policy decides', async (t) => {
  const { path, store } = opened(t.testdir({}), readFileSync(EXAMPLE_FILE, 'utf8'));
  const before = store.read().inUse;
  const next = Buffer.from(`${readFileSync(EXAMPLE_FILE, 'utf8')}\n# changed\n`);
  let writing = true;
  const writer = (async () => {
    const file = openSync(path, 'w');
    // The first chunk ends where the tiers do: a valid policy, without the bans that come after.
    const cut = next.indexOf('# price_windows:');
    for (const chunk of [next.subarray(0, cut), next.subarray(cut)]) {
      await pause(100);
      writeSync(file, chunk);
    }
    closeSync(file);
    writing = false;
  })();
  const seen = { empty: 0, half: 0 };
  while (writing) {
    const { inUse, hash, errors } = store.read();
    if (inUse.hash !== before.hash && hash !== sha256(next))
      t.fail(`decided by ${inUse.source} while the file was being written`);
    if (hash === sha256('')) seen.empty++;
    else if (errors.length === 0 && inUse.source === 'last_good') seen.half++;
    await pause(2);
  }
  await writer;
  t.ok(seen.empty > 0, 'it was read while empty');
  t.ok(seen.half > 0, 'it was read while it was half a policy without an error');
  const after = await until(store, ({ inUse }) => inUse.source === 'file');
  t.equal(after.inUse.hash, sha256(next));
});

t.test('a clock that was set back does not keep an edit waiting', async (t) => {
  const path = join(t.testdir({ 'router.yaml': GOOD }), 'router.yaml');
  const store = openPolicyStore({ path, now: () => Date.now() - 3_600_000 });
  store.read();
  writeFileSync(path, OTHER);
  t.equal(store.read().inUse.hash, sha256(OTHER));
});

t.test('Y-08 Y-10 Y-13 hostile files leave the policy in place', async (t) => {
  const { path, store } = opened(t.testdir({}), GOOD);
  store.read();
  for (const text of [
    `rules: ${'['.repeat(5000)}${']'.repeat(5000)}`,
    '['.repeat(3_000_000),
    'a: &a [*a]',
    '"__proto__": 1',
  ]) {
    replace(path, text);
    t.match(store.read(), { loadError: /could not load/, inUse: { source: 'last_good', hash: sha256(GOOD) } });
  }
});
