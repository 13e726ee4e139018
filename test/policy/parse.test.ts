import t from 'tap';
import { MAX_POLICY_BYTES, type ParseResult, parsePolicy, ROOT_ERROR } from '../../src/policy/parse.ts';
import { shortestOf } from '../best-of.ts';

const PREFIX = 'could not load router config: ';

function parse(text: string | Buffer): ParseResult {
  return parsePolicy(typeof text === 'string' ? Buffer.from(text) : text);
}

function documentOf(text: string | Buffer): unknown {
  const result = parse(text);
  return result.ok ? result.document : result.error;
}

function errorOf(text: string | Buffer): string {
  const result = parse(text);
  return result.ok ? 'no error' : result.error;
}

t.test('what loads, and as what', async (t) => {
  const table: [string, string | Buffer, unknown][] = [
    ['BOM', '\ufeffa: 1\n', { a: 1 }],
    ['CRLF', 'a: 1\r\nb:\r\n  - c\r\n', { a: 1, b: ['c'] }],
    ['mixed line ends, no final one', 'a: 1\r\nb: 2\nc: 3', { a: 1, b: 2, c: 3 }],
    ['document marks', '---\na: 1\n...\n', { a: 1 }],
    ['anchors', 'x: &d {t: 1}\ny: *d\n', { x: { t: 1 }, y: { t: 1 } }],
    [
      'Y-11 merge',
      'base: &b {max: 1, id: z}\nr:\n- <<: *b\n  id: a\n',
      { base: { max: 1, id: 'z' }, r: [{ max: 1, id: 'a' }] },
    ],
    ['Y-11 own key first', 'b: &b {k: 1}\nr:\n  k: 2\n  <<: *b\n', { b: { k: 1 }, r: { k: 2 } }],
    [
      'Y-11 several sources',
      'a: &a {k: 1}\nb: &b {k: 2, l: 2}\nr: {<<: [*a, *b]}\n',
      { a: { k: 1 }, b: { k: 2, l: 2 }, r: { k: 1, l: 2 } },
    ],
    ['a quoted << is a key', 'r: {"<<": 1}\n', { r: { '<<': 1 } }],
    ['tabs in text', 'a: "x\ty"\nb: |\n  x\ty\n', { a: 'x\ty', b: 'x\ty\n' }],
    ['block text', 'a: >-\n  x\n  y\n', { a: 'x y' }],
    ['number keys are text', '4.70: a\n7: b\n', { '4.70': 'a', '7': 'b' }],
    ['key order', 'z: 1\na: 2\n', { z: 1, a: 2 }],
    ['colon in a name', 'a: openai:gpt-4o\n', { a: 'openai:gpt-4o' }],
    ['empty mapping', '{}', {}],
    ['empty value', 'a:\n', { a: null }],
    ['JSON', '{"a": [1, 2.5, true, null, "x"]}', { a: [1, 2.5, true, null, 'x'] }],
    ['numbers', 'a: [1, -2, 0.5, 1.0, .5, 0x1F, +3]', { a: [1, -2, 0.5, 1, 0.5, 31, 3] }],
  ];
  for (const [name, text, expected] of table) t.same(documentOf(text), expected, name);
  t.strictSame(Object.keys(documentOf('z: 1\na: 2\n') as object), ['z', 'a'], 'in the order of the file');
});

t.test('Y-23 a root that is no mapping', async (t) => {
  for (const text of ['', '\n\n', '# only\n# comments\n', '- a\n', 'just-a-string', '7', 'null', '---\n', '\ufeff'])
    t.equal(errorOf(text), ROOT_ERROR, JSON.stringify(text));
});

t.test('what does not load says where and what to do', async (t) => {
  const table: [string, string, string, RegExp][] = [
    ['syntax', 'enabled: [', 'line 1, column 11', /bracket/],
    ['tab as indentation', 'a:\n\tb: 1\n', 'line 2, column 1', /tab/],
    ['tab after a value', 'a: 1\t# x\n', 'line 1, column 5', /tab/],
    ['tab inside plain text', 'a: b\tc\n', 'line 1, column 5', /tab/],
    ['Y-13 duplicate keys', 'rules: []\nmax: 1\nmax: 2\n', 'line 3, column 1', /duplicate key "max" on line 3; line 2/],
    [
      'Y-13 duplicate in a rule',
      'rules:\n- id: a\n  id: b\n',
      'line 3, column 3',
      /duplicate key "id" on line 3; line 2/,
    ],
    ['duplicate merge', 'a: &a {x: 1}\nb:\n  <<: *a\n  <<: *a\n', 'line 4, column 3', /duplicate key "<<"/],
    ['Y-25 @', 'a: @cf/meta/llama # x\n', 'line 1, column 4', /quote it as "@cf\/meta\/llama"/],
    ['Y-25 *', 'a: *\n', 'line 1, column 4', /quote it as "\*"/],
    ['Y-25 !', 'a: !urgent\n', 'line 1, column 4', /quote it as "!urgent"/],
    ['Y-25 a: b: c', 'a: b: c\n', 'line 1, column 4', /quote a value that contains ": "/],
    ['Y-25 backtick', 'a: `x`\n', 'line 1, column 4', /quote it/],
    ['Y-31 second document', 'max: 1\n---\nmax: 2\n', 'line 2, column 1', /second document/],
    ['Y-31 and a trailing ...', 'max: 1\n---\nmax: 2\n...\n', 'line 2, column 1', /second document/],
    ['Y-31 empty second document', 'max: 1\n---\n', 'line 2, column 1', /second document/],
    ['Y-31 after ...', 'max: 1\n...\nb: 2\n', 'line 3, column 1', /second document/],
    ['Y-27 BOM inside', '---\n\ufeffa: 1\n', 'line 2, column 1', /byte order mark/],
    ['control character', 'a: "x\u0000y"\n', 'line 1, column 6', /U\+0000/],
    ['%YAML 1.1', '%YAML 1.1\n---\na: no\n', 'line 1, column 1', /remove the directive/],
    ['Y-06 not finite', 'a: .inf\n', 'line 1, column 4', /finite/],
    ['Y-06 not a number', 'x: [1, .nan]\n', 'line 1, column 8', /finite/],
    ['Y-06 overflow', 'a: 1e400\n', 'line 1, column 4', /finite/],
    ['Y-06 unsafe integer', 'a: 9007199254740993\n', 'line 1, column 4', /kept exactly/],
    ['tagged infinity', 'a: !!float .inf\n', 'line 1, column 12', /finite/],
    ['binary', 'a: !!binary aGk=\n', 'line 1, column 4', /tag/],
    ['unknown alias', 'a: *nope\n', 'line 1, column 4', /no anchor &nope/],
    ['an alias to what holds it', 'a: &a [*a]\n', 'line 1, column 8', /no anchor/],
    ['merging a list of words', 'a: &a [x]\nb:\n  <<: *a\n', 'line 3, column 3', /needs a mapping/],
    ['a list as key', '? [a]\n: 1\n', 'line 1, column 3', /key must be text/],
    ['no key', ': 1\n', 'line 1, column 1', /key must be text/],
    ['Y-30 __proto__', 'a:\n  __proto__: {x: 1}\n', 'line 2, column 3', /__proto__/],
    ['Y-30 quoted', '"__proto__": 1\n', 'line 1, column 1', /__proto__/],
    ['the first of several', 'a: .inf\nb: .nan\n', 'line 1, column 4', /and 1 more/],
  ];
  for (const [name, text, place, words] of table) {
    const error = errorOf(text);
    t.ok(error.startsWith(`${PREFIX}${place}: `), `${name}: ${error}`);
    t.match(error, words, name);
    t.notMatch(error, /\n/, `${name}: one line`);
  }
});

t.test('Y-30 names of JavaScript are ordinary keys', async (t) => {
  t.same(documentOf('constructor: 1\ntiers: {toString: {hasOwnProperty: 2}}\n'), {
    constructor: 1,
    tiers: { toString: { hasOwnProperty: 2 } },
  });
  parse('a: &a {"__proto__": {polluted: 1}}\nb:\n  <<: *a\n');
  t.notOk('polluted' in {});
});

t.test('encodings', async (t) => {
  t.equal(
    errorOf(Buffer.from('a: 1\nb: "\xff"\n', 'latin1')),
    `${PREFIX}line 2: bytes that are not UTF-8; save the file as UTF-8`,
  );
  t.match(errorOf(Buffer.from('\ufeffa: 1\n', 'utf16le')), /UTF-16; save it as UTF-8/);
  t.same(documentOf('a: zażółć 😀\n'), { a: 'zażółć 😀' });
});

t.test('Y-08 alias bombs are refused quickly and cheaply', async (t) => {
  const levels = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(
    (i) =>
      `a${i}: &a${i} [${Array(10)
        .fill(`*a${i - 1}`)
        .join(', ')}]`,
  );
  const bombs: [string, string, RegExp][] = [
    ['ten-fold', `a0: &a0 [x]\n${levels.join('\n')}\n`, /more than 10000 values/],
    ['merges', `b: &B {x: 1}\nrules:\n${'- {<<: *B}\n'.repeat(500)}`, /more than 100 times/],
    [
      'deepening',
      `a0: &a0 x\n${Array.from({ length: 120 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}]`).join('\n')}\n`,
      /too deep/,
    ],
  ];
  parse('a: 1');
  for (const [name, text, words] of bombs) {
    const before = process.memoryUsage().rss;
    const cpuMs = await shortestOf(5, 200, async () => {
      const started = process.cpuUsage();
      t.match(errorOf(text), words, name);
      const { user, system } = process.cpuUsage(started);
      return (user + system) / 1000;
    });
    t.ok(cpuMs < 200, `${name} took ${cpuMs} ms of CPU time`);
    t.ok(process.memoryUsage().rss - before < 50 * 2 ** 20, `${name}: memory`);
  }
});

t.test('Y-10 nesting and size are bounded before they cost anything', async (t) => {
  const deep = (depth: number) => `a: ${'['.repeat(depth)}${']'.repeat(depth)}`;
  const stairs = Array.from({ length: 2000 }, (_, i) => `${' '.repeat(i)}a:\n`).join('');
  t.equal(errorOf(deep(99)), 'no error');
  for (const text of [
    deep(100),
    `rules: ${deep(5000)}`,
    stairs,
    ...['[', '{', '{a: ', '- ', '? ', 'a: ['].map((part) => part.repeat(1_000_000 / part.length)),
  ])
    t.match(errorOf(text), /too deep|elements|Nested/, text.slice(0, 10));
  t.match(errorOf('['.repeat(1_000_000)), /too deep/);
  t.match(errorOf('- a\n'.repeat(200_000)), /more than 100000 elements/);
  t.match(errorOf('x'.repeat(MAX_POLICY_BYTES + 1)), /2097153 bytes, the limit is 2097152/);
  for (const part of [']', ',', '&a ', '!a ', '%\n', '---\n', ': ', '"', "'", '*a ', 'a\n', '[],', '\r', '#\n']) {
    const started = process.cpuUsage();
    parse(part.repeat(500_000 / part.length));
    t.ok(process.cpuUsage(started).user < 4_000_000, `a file of ${JSON.stringify(part)}`);
  }
});

t.test('a typed field takes no value that YAML 1.1 reads otherwise', async (t) => {
  const tier = (field: string) => `tiers:\n  T1:\n    ${field}\n`;
  const rule = (clause: string) => `rules:\n  - id: a\n    when: {${clause}}\n`;
  const wrong = [
    ...['enabled: yes', 'enabled: on', tier('pin_primary: no'), tier('vision: On'), tier('requirements: {vision: y}')],
    ...[tier('price_in: 1_000'), tier('price_in: 1e3'), tier('context_window: 012'), tier('max_output: 0o14')],
    ...[
      tier('context_window: 0b11'),
      tier('requirements: {min_context: 200_000}'),
      tier('time_cap: {max_multiplier: 1:30}'),
    ],
    ...[tier('price_windows: [{hours_utc: [08, 10], multiplier: 2}]'), tier('fallback: [{model: a, price_out: 1_0}]')],
    ...['price_windows: {m: [{hours_utc: [6, 10], weekdays: [1_0], multiplier: 2}]}'],
    ...['price_windows: {m: {price_windows: [{multiplier: 2e0}]}}', 'classifier: {timeout_seconds: 0:15}'],
    ...['blocklist: {auto_breaker: {threshold: 010}}', 'blocklist: {auto_breaker: {failure_weights: {crash: 1_0}}}'],
    ...['compaction: {required_provider_context_window: 128_000}', 'rules:\n  - {id: a, then: {deny: yes}}'],
    ...[
      rule('has_code: {eq: yes}'),
      rule('size_lines: {lte: 1_000}'),
      rule('utc_hour: {in: [08, 09]}'),
      rule('needs_vision: on'),
    ],
    ...['x: &v yes\nenabled: *v', `b: &b {pin_primary: on}\n${tier('<<: *b')}`],
  ];
  for (const text of wrong) t.match(errorOf(text), /line \d+, column \d+: .*YAML 1\.1.*; write /, text);
  t.equal(
    errorOf('enabled: yes\n'),
    `${PREFIX}line 1, column 10: yes is text here but true to Hermes' YAML 1.1 reader; write true or false`,
  );
  const right = [
    ...['enabled: true', 'enabled: TRUE', tier('price_in: 0.5'), tier('price_in: .5'), tier('context_window: 0x10')],
    ...[tier('price_in: "0.5"'), tier('context_window: 5s'), rule('size_lines: {lte: 40}')],
  ];
  for (const text of right) t.equal(errorOf(text), 'no error', text);
});

t.test('Y-05 elsewhere such a value loads, with a warning', async (t) => {
  const warningsOf = (text: string) => {
    const result = parse(text);
    return result.ok ? result.warnings : [result.error];
  };
  for (const value of ['no', 'on', 'yes', 'y', '22:00', '1_000', '090', '2024-01-01', '012', '1e3', '='])
    t.match(warningsOf(`note: ${value}\n`), [/^line 1, column 7: .*YAML 1\.1 reader; quote it$/], value);
  for (const value of ['"no"', "'22:00'", 'nope', '1.5', '~', 'glm-5.3', 'a:b', 'null', '-'])
    t.strictSame(warningsOf(`note: ${value === '-' ? '"-"' : value}\n`), [], value);
  t.match(warningsOf('tiers:\n  on: {model: x}\n'), [/line 2, column 3/], 'keys too');
  t.strictSame(
    warningsOf('alignment: {alert: {on: [block]}, enabled: yes}\nshadow: {enabled: on}\n'),
    [],
    'unread blocks',
  );
  t.match(warningsOf('a: C# and F #x\n'), [/ends at " #x"/], 'Y-25 text cut by a comment');
  t.strictSame(warningsOf('a: b # a comment\n'), []);
});

t.test('no bytes at all make it throw', async (t) => {
  let seed = 1;
  const next = (bound: number) => {
    seed = (seed * 48271) % 2147483647;
    return seed % bound;
  };
  const pieces = [
    'a',
    ': ',
    '\n',
    '- ',
    '[',
    ']',
    '{',
    '}',
    '&x ',
    '*x',
    '<<: ',
    '"',
    "'",
    '#',
    ' ',
    '  ',
    '|\n',
    '? ',
    '!',
    '%',
    '---\n',
    '1_0',
    'no',
    '\t',
    '\r',
  ];
  for (let i = 0; i < 1500; i++) {
    const text = Array.from({ length: next(30) }, () => pieces[next(pieces.length)]).join('');
    const result = parse(text);
    if (!result.ok && result.error !== ROOT_ERROR && !result.error.startsWith(`${PREFIX}line `))
      t.fail(`${JSON.stringify(text)}: ${result.error}`);
  }
  t.match(parse(Buffer.from([0xff, 0x00, 0x80])), { ok: false });
});
