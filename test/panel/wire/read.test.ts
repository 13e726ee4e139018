import t from 'tap';
import { clauseWords } from '../../../src/panel/page/parts/decision/clause-words.ts';
import { ownRow } from '../../../src/panel/page/wire/read.ts';

t.test('a table has no rows but its own', async (t) => {
  t.equal(ownRow({ a: 1 }, 'a'), 1);
  for (const name of ['b', 'constructor', 'toString', '__proto__']) t.equal(ownRow({ a: 1 }, name), undefined, name);
  t.equal(clauseWords('lang', 'constructor', 'go'), 'language constructor go', 'an operator that nobody knows');
});
