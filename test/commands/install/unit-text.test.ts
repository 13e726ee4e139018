import t from 'tap';
import { renderUnit, unitWord } from '../../../src/commands/install/unit-text.ts';
import { commandWords } from '../../../src/system/unit-words.ts';

t.test('a template and its values must fit both ways', async (t) => {
  t.equal(renderUnit('a=@A@@B_C@ @ x@y', { A: '1@B_C@', B_C: '' }), 'a=1@B_C@ @ x@y');
  t.throws(() => renderUnit('a=@A@', {}), /unknown placeholder @A@/);
  t.throws(() => renderUnit('a=1', { A: '1' }), /lacks the placeholder @A@/);
});

t.test('any path is one word, and comes back as it was', async (t) => {
  for (const path of ['/usr/bin/node', '/home/a b/é😀', '/100%/"q"\\n', '/a$HOME;x'])
    t.strictSame(commandWords(`serve ${unitWord(path)} --port 1`), ['serve', path, '--port', '1'], path);
  t.equal(unitWord('50%'), '"50%%"');
  for (const path of ['/a\nExecStart=/bin/sh', '/a\u0000b', '/a\u0085b'])
    t.throws(() => unitWord(path), /control character/, JSON.stringify(path));
});
