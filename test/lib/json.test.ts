import t from 'tap';
import { cloneJson, jsonEqual, own } from '../../src/lib/json.ts';

t.test('equality is strict and structural', async (t) => {
  t.ok(jsonEqual(1, 1.0));
  t.notOk(jsonEqual(true, 1));
  t.notOk(jsonEqual('1', 1));
  t.notOk(jsonEqual(null, undefined));
  t.ok(jsonEqual({ a: [1, { b: null }] }, { a: [1, { b: null }] }));
  t.ok(jsonEqual({ a: 1, b: 2 }, { b: 2, a: 1 }), 'key order does not matter');
  t.notOk(jsonEqual({ a: 1 }, { a: 1, b: null }));
  t.notOk(jsonEqual([1, 2], [2, 1]));
  t.notOk(jsonEqual([], {}));
});

t.test('own reads never reach the prototype', async (t) => {
  t.equal(own({}, 'toString'), undefined);
  t.equal(own({ a: 1 }, 'a'), 1);
});

t.test('a copy is deep and keeps a __proto__ key inert', async (t) => {
  const source = JSON.parse('{"a":{"b":[1]},"__proto__":{"x":1}}');
  const copy = cloneJson(source);
  t.not(copy.a, source.a);
  t.strictSame(Object.keys(copy), ['a', '__proto__']);
  t.equal(({} as { x?: number }).x, undefined);
});
