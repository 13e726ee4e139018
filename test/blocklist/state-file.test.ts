import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import {
  formatStateFile,
  openStateFile,
  parseStateFile,
  type StoredEntry,
  writeStateFile,
} from '../../src/blocklist/state-file.ts';

const OPEN: StoredEntry = {
  backoff_seconds: 60,
  cooldown_until: 170.5,
  failure_events: [
    { kind: 'ttfb_stall', ts: 100, weight: 3 },
    { kind: 'ttfb_stall', ts: 110.5, weight: 3 },
  ],
  half_open_until: 0,
  last_failure_kind: 'ttfb_stall',
  probe_allowed: false,
  state: 'OPEN',
};
const CLOSED: StoredEntry = {
  backoff_seconds: 0,
  cooldown_until: 0,
  failure_events: [],
  half_open_until: 0,
  last_failure_kind: '',
  probe_allowed: false,
  state: 'CLOSED',
};

const bytes = (value: unknown): Uint8Array => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
const oneEntry = (entry: unknown) =>
  parseStateFile(bytes({ version: 1, entries: { 'm@p': entry } })).entries.get('m@p');

t.test('the text has two spaces, sorted keys, and reads back', async (t) => {
  const entries = new Map([
    ['b@p', OPEN],
    ['a@p', CLOSED],
    ['__proto__', CLOSED],
  ]);
  const text = formatStateFile(entries);
  t.match(text, /^\{\n {2}"entries": \{\n {4}"__proto__": \{\n {6}"backoff_seconds": 0,\n/);
  t.match(text, /\n {2}"version": 1\n\}$/);
  const keys = [...text.matchAll(/^ {4}"(.+)": \{$/gm)].map((match) => match[1]);
  t.same(keys, ['__proto__', 'a@p', 'b@p']);
  const inner = [...text.slice(text.indexOf('"b@p"')).matchAll(/^ {6}"(.+?)":/gm)].map((match) => match[1]);
  t.same(inner, [...inner].sort());
  t.same([...parseStateFile(bytes(text)).entries].length, 3);
  t.same(parseStateFile(bytes(text)).entries.get('b@p'), OPEN);
});

t.test('a file as the Python plugin writes it', async (t) => {
  const text = `{
  "entries": {
    "gpt-5.5@openai-codex": {
      "backoff_seconds": 60.0,
      "cooldown_until": 170.5,
      "failure_events": [
        {"kind": "ttfb_stall", "ts": 100.0, "weight": 3},
        {"kind": "ttfb_stall", "ts": 110.5, "weight": 3}
      ],
      "half_open_until": 0.0,
      "last_failure_kind": "ttfb_stall",
      "probe_allowed": false,
      "state": "OPEN"
    }
  },
  "version": 1
}`;
  const { entries, problem } = parseStateFile(bytes(text));
  t.equal(problem, null);
  t.same([...entries], [['gpt-5.5@openai-codex', OPEN]]);
});

t.test('a wrong document is no entries and a problem (core 14.9)', async (t) => {
  const documents: [unknown, RegExp][] = [
    [{ version: 99, entries: { 'm@p': OPEN } }, /version/],
    [{ version: true, entries: {} }, /version/],
    [{ version: '1', entries: {} }, /version/],
    [{ entries: {} }, /version/],
    ['garbage', /not JSON/],
    ['', /not JSON/],
    ['{"version": 1, "entries": {"m@p": {"state": "OP', /not JSON/],
    ['{"version": 1, "entries": {}} {}', /not JSON/],
    ['[['.repeat(200_000), /not JSON/],
    [null, /mapping/],
    [[], /mapping/],
    [7, /mapping/],
    [{ version: 1, entries: [] }, /entries/],
    [{ version: 1, entries: null }, /entries/],
    [{ version: 1 }, /entries/],
  ];
  for (const [document, problem] of documents) {
    const parsed = parseStateFile(bytes(document));
    t.equal(parsed.entries.size, 0, JSON.stringify(document).slice(0, 60));
    t.match(parsed.problem, problem);
  }
  t.match(parseStateFile(Uint8Array.of(0x7b, 0xff, 0x7d)).problem, /not JSON/, 'not UTF-8');
  t.same(parseStateFile(bytes({ version: 1, entries: { a: null, b: 7, c: [], d: 'x' } })), {
    entries: new Map(),
    problem: null,
  });
});

t.test('a wrong value falls back on its own', async (t) => {
  t.same(oneEntry({}), CLOSED);
  for (const state of ['open', 'BROKEN', null, 7, {}]) t.equal(oneEntry({ ...OPEN, state })?.state, 'CLOSED');
  for (const time of ['soon', null, [], {}, true, '170']) {
    t.equal(oneEntry({ ...OPEN, half_open_until: time })?.half_open_until, 0);
    t.equal(oneEntry({ ...OPEN, cooldown_until: time })?.cooldown_until, 0);
    t.equal(oneEntry({ ...OPEN, backoff_seconds: time })?.backoff_seconds, 0);
  }
  t.equal(oneEntry({ ...OPEN, backoff_seconds: -5 })?.backoff_seconds, 0);
  t.equal(oneEntry({ ...OPEN, backoff_seconds: 1e300 })?.backoff_seconds, 366 * 86_400);
  t.same(parseStateFile(bytes('{"version":1,"entries":{"m":{"cooldown_until":1e999}}}')).entries.get('m'), CLOSED);
  for (const probe of ['true', 1, null]) t.equal(oneEntry({ ...OPEN, probe_allowed: probe })?.probe_allowed, false);
});

t.test('events keep what is usable', async (t) => {
  const events = [
    { kind: 123, ts: 1, weight: 2 },
    { kind: '', ts: 1, weight: 1 },
    { kind: null, ts: 1, weight: 1 },
    { ts: 1, weight: 1 },
    { kind: 'crash', ts: 'x', weight: 1 },
    { kind: 'crash', ts: null },
    { kind: 'ttfb_stall', ts: 3 },
    { kind: 'idle_stall', ts: 4, weight: -1 },
    { kind: 'other', ts: 5, weight: 1e308 },
    null,
    'crash',
  ];
  t.same(oneEntry({ ...OPEN, failure_events: events })?.failure_events, [
    { kind: '123', ts: 1, weight: 2 },
    { kind: 'ttfb_stall', ts: 3, weight: 3 },
    { kind: 'idle_stall', ts: 4, weight: 2 },
    { kind: 'other', ts: 5, weight: 1 },
  ]);
  for (const list of [null, {}, 'x', 7]) t.same(oneEntry({ ...OPEN, failure_events: list })?.failure_events, []);
});

t.test('readings tell missing, wrong and too large apart', async (t) => {
  const folder = t.testdir({ folder: {}, large: '' });
  writeFileSync(join(folder, 'large'), Buffer.alloc(8 * 1024 * 1024 + 1, ' '));
  t.same(openStateFile(join(folder, 'none')).read(), { kind: 'missing' });
  t.same(openStateFile(join(folder, 'folder')).read(), { kind: 'unreadable', problem: 'it is a directory' });
  t.match(openStateFile(join(folder, 'large')).read(), { kind: 'read', problem: /8 MiB/ });
  await writeStateFile(join(folder, 'good'), new Map([['m@p', OPEN]]));
  const file = openStateFile(join(folder, 'good'));
  const first = file.read();
  t.same(first, { kind: 'read', entries: new Map([['m@p', OPEN]]), problem: null });
  t.equal(file.read(), first, 'the same object while the content is the same');
});
