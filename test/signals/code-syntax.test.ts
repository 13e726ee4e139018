import t from 'tap';
import { extractSignals } from '../../src/signals/extract.ts';

t.test('def, class, import and from count only as code', (t) => {
  const code = [
    ...[
      'def foo(a):',
      'fix:\n    def _x():\n        pass',
      'async def go():',
      'class Foo:',
      'export class Foo extends Bar {',
    ],
    ...[
      'class Foo(Base)',
      'class Foo',
      'import os',
      'import os, sys as s',
      "import x from 'y'",
      'import { a } from "b"',
    ],
    ...[
      'import type X from "y";',
      'from os import path',
      'why does `from . import x` fail',
      '`import os`',
      '> import os',
    ],
    ...['import java.util.List;', 'import React, { useState } from "react"'],
  ];
  const prose = [
    ...[
      'Import the contacts into the CRM',
      'import the contacts',
      'From the start',
      'from what I import',
      'Class sizes',
    ],
    ...['class action lawsuit', 'the class of 2024', 'def leppard tour', 'we import os', 'from Spain: import it'],
    ...['world class:', 'Class: biology', 'classes resume', 'important'],
  ];
  for (const task of code) t.equal(extractSignals(task).has_code, true, task);
  for (const task of prose) t.equal(extractSignals(task).has_code, false, task);
  t.end();
});

t.test('S-09 a fence is code, however it is written, and sets nothing else', (t) => {
  const fences = [
    ...[
      '```\nx\n```',
      '```js\nx',
      'see ```x```',
      '````md\n```\nx\n```\n````',
      '~~~\nx\n~~~',
      'a\r\n~~~\r\nx\r\n~~~\r\n',
    ],
    ...['   ~~~\nx', '> ```\n> x', 'text\n\n```'],
  ];
  const plain = extractSignals('x');
  for (const task of fences) {
    const { has_code, char_len: _length, est_input_tokens: _tokens, ...rest } = extractSignals(task);
    const { has_code: _code, char_len: _plain, est_input_tokens: _estimate, ...unchanged } = plain;
    t.equal(has_code, true, task);
    t.strictSame(rest, unchanged, task);
  }
  for (const task of ['``x``', 'so nice~~~', 'a ~~~ b', '~~x~~']) t.equal(extractSignals(task).has_code, false, task);
  t.equal(extractSignals('```\ndebug\n```').verb_class, 'hard', 'words inside a fence still count');
  t.equal(extractSignals(`\`\`\`${'x'.repeat(1 << 20)}`).has_code, true, 'one long line');
  t.end();
});
