import t from 'tap';
import { duplicateKey } from '../../src/http/duplicate-key.ts';

t.test('the first key that stands twice in one object', async (t) => {
  const table: [text: string, key: string | null][] = [
    ['{}', null],
    ['{"a":1,"b":2}', null],
    ['{"a":1,"a":2}', 'a'],
    ['{"a" \n:1,\t"a" :2}', 'a'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"a\\"b":1,"a\\"b":2}', 'a"b'],
    ['{"a\\\\":1,"b":"\\\\","a\\\\":2}', 'a\\'],
    ['{"":1,"":2}', ''],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"a":{"a":1},"b":{"a":1}}', null],
    ['{"a":[{"a":1},{"a":1}],"b":1}', null],
    ['{"a":{"b":1,"b":2}}', 'b'],
    ['[{"x":1,"y":[],"x":2}]', 'x'],
    ['{"a":"b","b":"a","c":["a","a","a"]}', null],
    ['{"a":"{\\"a\\":1,\\"a\\":2}"}', null],
    ['{"a":"x:","b":"\\":"}', null],
    ['"a"', null],
    ['["a","a"]', null],
  ];
  for (const [text, key] of table) {
    JSON.parse(text);
    t.equal(duplicateKey(text), key, text);
  }
});

t.test('a long prompt costs little more than its quotes', async (t) => {
  const text = JSON.stringify({
    task: '\\"'.repeat(1_000_000),
    long: 'x'.repeat(8_000_000),
    many: Array(100_000).fill({ a: 1 }),
  });
  t.equal(duplicateKey(text), null);
  t.equal(duplicateKey(`{"task":${text},"task":1}`), 'task');
});
