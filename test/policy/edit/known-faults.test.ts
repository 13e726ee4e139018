import { execFileSync } from 'node:child_process';
import t from 'tap';
import type { JsonObject } from '../../../src/lib/json.ts';
import { editPolicyText } from '../../../src/policy/edit/edit-text.ts';
import { mergeMapping } from '../../../src/policy/edit/merge.ts';
import { parsePolicyTree } from '../../../src/policy/parse.ts';
import { yaml11Reading } from '../../../src/policy/yaml/readings.ts';

/** The text after a change that is merged without the guard, or the reason why there is none. */
function edited(text: string, changes: JsonObject): { readonly text: string } | { readonly error: string } {
  const tree = parsePolicyTree(Buffer.from(text));
  if (!tree.ok) throw new Error(tree.error);
  const result = editPolicyText(tree, mergeMapping(tree.document, changes));
  return result.ok ? { text: result.tree.text } : { error: result.error };
}

t.test('Y-02 one value changes one line, in a list written flush left', async (t) => {
  const text = 'rules:\n- id: a\n  target: m1   # why\n- id: b\n  target: m2\n';
  const changes = {
    rules: [
      { id: 'a', target: 'm1' },
      { id: 'b', target: 'm3' },
    ],
  };
  t.strictSame(edited(text, changes), { text: text.replace('m2', 'm3') });
});

t.test('Y-03 a deleted entry takes its own comment, and nobody else\u2019s', async (t) => {
  const text = 'rules:\n  # cheap first\n  - id: a\n  # heavy\n  - id: b\n';
  t.strictSame(edited(text, { rules: [{ id: 'b' }] }), { text: 'rules:\n  # heavy\n  - id: b\n' });
  t.strictSame(edited(text, { rules: [{ id: 'a' }] }), { text: 'rules:\n  # cheap first\n  - id: a\n' });
});

const MISREAD = [
  'no',
  'on',
  'yes',
  'y',
  'n',
  '22:00',
  '1_000',
  '090',
  '2024-01-01',
  '=',
  '<<',
  '~',
  'null',
  '0o14',
  '1e3',
  '.5',
  '0b1',
  '-',
  '? a',
  '',
];

t.test('Y-05 what a YAML 1.1 reader takes for something else is quoted', async (t) => {
  const result = edited('list: [zai]\nmap:\n  a: b\n', {
    list: MISREAD,
    map: Object.fromEntries(MISREAD.map((text) => [text, text])),
  });
  if (!('text' in result)) throw new Error(result.error);
  for (const text of MISREAD) t.match(result.text, `"${text}": "${text}"`, text);
  const bare = [...result.text.matchAll(/[[ ]([^\s"[\],:]+)/g)].map((match) => match[1] ?? '');
  t.ok(
    bare.every((text) => yaml11Reading(text).kind === 'text'),
    bare.join(),
  );
  const python = 'import sys, yaml, json; print(json.dumps(yaml.safe_load(sys.stdin)["list"]))';
  try {
    const seen = execFileSync('python3', ['-c', python], {
      input: result.text,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    t.strictSame(JSON.parse(seen), MISREAD, 'PyYAML reads the same texts');
  } catch {
    t.pass('PyYAML is not installed here', { skip: 'no PyYAML' });
  }
});

t.test('Y-12 what an anchor shares is not edited, moved or removed; the rest of the file is', async (t) => {
  const text =
    'x: &d {t: 1}\ny: *d\nz: 1\nlist:\n- &h {id: h}\n- id: i\n- id: k\nagain: *h\nmerged:\n  <<: *d\n  own: 2\n';
  const rows: readonly (readonly [JsonObject, string])[] = [
    [{ x: { t: 2 } }, 'x is shared by the anchor &d (line 1); edit it in the file'],
    [{ y: { t: 9 } }, 'y is shared by the anchor &d (line 1); edit it in the file'],
    [{ x: null }, 'x is shared by the anchor &d (line 1); edit it in the file'],
    [
      { list: [{ id: 'i' }, { id: 'k' }, { id: 'h' }] },
      'list[0] is shared by the anchor &h (line 5); edit it in the file',
    ],
    [{ list: [{ id: 'i' }, { id: 'k' }] }, 'list[0] is shared by the anchor &h (line 5); edit it in the file'],
    [{ list: [] }, 'list is shared by the anchor &h (line 5); edit it in the file'],
    [{ merged: { t: null } }, 'merged.t comes from a merge (<<); edit it in the file'],
  ];
  for (const [changes, error] of rows) t.strictSame(edited(text, changes), { error }, JSON.stringify(changes));
  t.strictSame(edited(text, { z: 2 }), { text: text.replace('z: 1', 'z: 2') });
  t.strictSame(edited(text, { y: null }), { text: text.replace('y: *d\n', '') }, 'an alias alone may go');
  t.strictSame(edited(text, { merged: { own: 3 } }), { text: text.replace('own: 2', 'own: 3') });
  t.strictSame(
    edited(text, { merged: { t: 5 } }),
    { text: `${text}  t: 5\n` },
    'a value of its own beats the merged one',
  );
  t.strictSame(edited(text, { list: [{ id: 'h' }, { id: 'j' }, { id: 'i' }, { id: 'k' }] }), {
    text: text.replace('- id: i\n', '- id: j\n- id: i\n'),
  });
});

t.test('Y-27 byte order mark, CRLF, mixed ends and a missing last one stay as they are', async (t) => {
  for (const text of ['\ufeffa: 1\r\nb: 2\r\n', 'a: 1\r\nb: 2\nc: 3\r\n', 'b: 2\na: 1', 'a: 1\r\nb: 2']) {
    const bare = text.replace('\ufeff', '');
    t.strictSame(edited(text, { b: 3 }), { text: bare.replace('b: 2', 'b: 3') }, JSON.stringify(text));
  }
  const mixed = 'a: 1\nlist:\n- x\r\n- y\n- z\r\n';
  t.strictSame(
    edited(mixed, { list: ['z', 'x', 'y'] }),
    { text: 'a: 1\nlist:\n- z\r\n- x\r\n- y\n' },
    'each line keeps its own end',
  );
});

t.test('Y-28 a long plain text is not folded', async (t) => {
  const prompt = `prompt: ${'words and words '.repeat(20).trim()}\n`;
  t.strictSame(edited(`${prompt}a: 1\n`, { a: 2 }), { text: `${prompt}a: 2\n` });
  const long = 'words and more '.repeat(20).trim();
  t.strictSame(edited('a: x\nb: 1\n', { a: long }), { text: `a: ${long}\nb: 1\n` });
});

t.test('a rewrite that would lose a comment is refused, a smaller edit is found first', async (t) => {
  const odd = '? a\n: # about the value\n  b: 1\n  # about c\n  c: 2\nd: 1\n';
  t.match(edited(odd, { a: null }), { text: /d: 1/ }, 'removed as a whole, with what is inside');
  t.strictSame(edited(odd, { a: { b: 5 } }), { text: odd.replace('b: 1', 'b: 5') });
  t.strictSame(edited(odd, { a: 'text' }), {
    error: 'a key is not written as `key: value`, which cannot be edited in place; edit it in the file',
  });
  const nested = 'a:\n- - x   # first\n  - z\n';
  t.match(edited(nested, { a: [['z', 'x']] }), { error: /comment on line 2 would be lost/ });
  t.strictSame(edited(nested.replace('   # first', ''), { a: [['z', 'x']] }), { text: 'a:\n- [z, x]\n' });
});

t.test('entries in brackets take the comments of their lines along', async (t) => {
  const text = 'list: [\n  # about a\n  a,   # first\n  b,\n  c   # last\n]\nx: 1\n';
  const lines = (...middle: string[]): string => `list: [\n${middle.join('\n')}\n]\nx: 1\n`;
  const rows: readonly (readonly [readonly string[], string])[] = [
    [['b', 'a', 'c'], lines('  b,', '  # about a', '  a,   # first', '  c   # last')],
    [['c', 'b'], lines('  c,   # last', '  b')],
    [['a', 'b', 'c', 'd'], lines('  # about a', '  a,   # first', '  b,', '  c,   # last', '  d')],
    [['a', 'd', 'b', 'c'], lines('  # about a', '  a,   # first', '  d,', '  b,', '  c   # last')],
    [['b'], lines('  b')],
  ];
  for (const [list, result] of rows) t.strictSame(edited(text, { list }), { text: result }, list.join());
  const shared = 'list: [a, b,   # two on a line\n  c]\n';
  t.match(edited(shared, { list: ['c', 'a', 'b'] }), { error: /comment on line 1 would be lost/ });
  t.strictSame(edited(shared, { list: ['x', 'b', 'c'] }), { text: shared.replace('[a', '[x') });
});
