import t from 'tap';
import { extractSignals } from '../../src/signals/extract.ts';
import { inflections } from '../../src/signals/inflect.ts';
import { expectRows, type Row } from './expect-rows.ts';

t.test('regular inflections', (t) => {
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['rename', ['renames', 'renamed', 'renaming']],
    ['debug', ['debugs', 'debugged', 'debugging']],
    ['library', ['libraries']],
    ['apply', ['applies', 'applied', 'applying']],
    ['deploy', ['deploys', 'deployed', 'deploying']],
    ['patch', ['patches', 'patched', 'patching']],
    ['assess', ['assesses', 'assessed', 'assessing']],
    ['format', ['formats', 'formatted', 'formatting']],
    ['pr', ['prs']],
  ];
  for (const [word, forms] of rows) {
    for (const form of [word, ...forms]) t.ok(inflections(word).includes(form), `${word}: ${form}`);
  }
  t.notOk(inflections('pr').includes('pred'));
  t.notOk(inflections('library').includes('librarys'));
  t.end();
});

t.test('terms start at a word boundary and end in an inflection', (t) => {
  const hard = [
    ...['Debugging it', 'We refactored it', 'securing the door', 'a Thread Safe map', 'thread-safe', 'race-condition'],
    ...['race\n  conditions', 'memory-leaks', 'vulnerabilities', 'overflowed', 'migrate schemas', '(deadlock)'],
    ...['"proves" it', 'non-concurrent'],
  ];
  const trivial = ['typos', 'Reformatting', 'lint-only', 'sort imports', 'bump-version', 'indenting', 'fix typos'];
  const neither = [
    ...['Improve it', 'information', 'insecure', 'approve', 'platform', 'performance', 'typography', 'splinter'],
    ...['debugger', 'debug_mode', 'race, condition', 'memory: leak', 'threadsafe', 'racecondition', 'security'],
  ];
  expectRows(t, [
    ...hard.map((task): Row => [task, { verb_class: 'hard' }]),
    ...trivial.map((task): Row => [task, { verb_class: 'trivial' }]),
    ...neither.map((task): Row => [task, { verb_class: 'unknown' }]),
  ]);
  t.end();
});

t.test('review words', (t) => {
  expectRows(t, [
    ['Checked, inspecting, audits, EVALUATES', { keywords: ['audit', 'check', 'evaluate', 'inspect'] }],
    ['double-check it', { keywords: ['check'] }],
    ['checkout the checkbox; auditorium; inspector; reassess; reviewer; evaluation', { keywords: [] }],
  ]);
  t.end();
});

t.test('code: words, paths with a code extension, platform names', (t) => {
  const code = [
    ...['two PRs', 'pull-requests', 'routing table', 'our APIs', 'the codebase', 'libraries', 'in app.py', 'app.py:12'],
    ...['all .py files', 'a bare .ts', '`.rs`', '*.sql', 'src/a.c', 'main.c', 'util.h.', 'see app.py.', 'Main.JAVA'],
    ...['next.js', 'handlers/x.mjs'],
  ];
  const notCode = [
    ...[
      'capital',
      'project',
      'prompt',
      'therapist',
      'decoder',
      'recommit',
      'rows.csv',
      'notes.md',
      'x.json',
      'a.py.bak',
    ],
    ...[
      'Washington D.C.',
      '17 U.S.C. 107',
      'wait...go on',
      'profile',
      'what classes are there',
      'pred',
      'transmission',
    ],
    ...['the logs.html page', 'methodology', 'functional', '(done).go on', 'scriptures'],
  ];
  expectRows(t, [
    ...code.map((task): Row => [task, { has_code: true }]),
    ...notCode.map((task): Row => [task, { has_code: false }]),
  ]);
  t.end();
});

t.test('languages: whole words, extensions, table order', (t) => {
  const rows: readonly (readonly [string, string])[] = [
    ['python3 please', 'python'],
    ['use Django', 'python'],
    ['a stub.pyi', 'python'],
    ['.py', 'python'],
    ['next.js app', 'typescript'],
    ['the React app with node', 'typescript'],
    ['nodejs', 'javascript'],
    ['index.jsx', 'javascript'],
    ['vue.js', 'javascript'],
    ['golang', 'go'],
    ['main.go', 'go'],
    ['cargo build', 'rust'],
    ['javascript', 'javascript'],
    ['Java 17', 'java'],
    ['C# service', 'csharp'],
    ['the .NET service', 'csharp'],
    ['ASP.NET Core', 'csharp'],
    ['Foo.cs', 'csharp'],
    ['rows.csv', ''],
    ['do you trust it', ''],
    ['frustrated', ''],
    ['slideshare.net/x', ''],
    ['networks .network', ''],
    ['reactive systems', ''],
    ['expression', ''],
    ['go home', ''],
    ['it is in c', ''],
    ['derails', ''],
  ];
  for (const [task, lang] of rows) t.equal(extractSignals(task).lang, lang, task);
  t.end();
});

t.test('stack traces', (t) => {
  const yes = [
    ...['TypeError: x is not a function', 'java.lang.NullPointerException: null', 'goroutine panic: boom'],
    ...['error: expected ;', 'Tracebacks', 'segfaults', 'a stack-trace', 'Segmentation fault (core dumped)'],
    ...['null pointers', 'key error', 'attribute errors'],
  ];
  const no = ['an error occurred', 'exceptional', 'monkey error', 'prototype error', 'error : none', 'mirror: x'];
  expectRows(t, [
    ...yes.map((task): Row => [task, { has_stacktrace: true }]),
    ...no.map((task): Row => [task, { has_stacktrace: false }]),
  ]);
  t.end();
});
