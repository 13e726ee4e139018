import t from 'tap';
import { isMapping } from '../../../src/lib/json.ts';
import { findJson } from '../../../src/llm/replies/json-answer.ts';

const ANSWER = { route: 'deep', confidence: 0.8 };
const JSON_TEXT = JSON.stringify(ANSWER);
const hasRoute = (value: unknown): boolean => isMapping(value) && 'route' in value;

t.test('C-01 every spelling of a fence gives the same value', async (t) => {
  const spellings = [
    `\`\`\`json\n${JSON_TEXT}\n\`\`\``,
    `\`\`\`\n${JSON_TEXT}\n\`\`\``,
    `\`\`\`JSON\n${JSON_TEXT}\n\`\`\``,
    `\`\`\`json${JSON_TEXT}\`\`\``,
    `\`\`\`json\n${JSON_TEXT}`,
    `Here you are:\n\`\`\`json\n${JSON_TEXT}\n\`\`\`\nAnything else?`,
    `The answer is ${JSON_TEXT}, as you asked.`,
    `Of {these} I take ${JSON_TEXT}`,
    `  ${JSON_TEXT}  `,
  ];
  for (const text of spellings.flatMap((text) => [text, text.replaceAll('\n', '\r\n')]))
    t.same(findJson(text, hasRoute, 'any'), { value: ANSWER }, JSON.stringify(text));
});

t.test('C-02 the value that fits is chosen, not the first', async (t) => {
  const text = `\`\`\`bash\necho {}\n\`\`\`\nand then {"a":1}\n\`\`\`json\n${JSON_TEXT}\n\`\`\``;
  t.same(findJson(text, hasRoute, 'any'), { value: ANSWER });
  t.same(findJson('{"a":1} or {"b":2}', hasRoute, 'any'), { value: { a: 1 } }, 'none fits: the first');
});

t.test('what holds JSON and what does not', async (t) => {
  const table: [string, 'objects' | 'any', unknown][] = [
    ['[1, 2]', 'objects', { value: [1, 2] }],
    ['"text"', 'objects', { value: 'text' }],
    ['as shown in [1] and [2]', 'objects', null],
    ['the list is [1]', 'any', { value: [1] }],
    ['{"a": "}"} tail', 'objects', { value: { a: '}' } }],
    ['{"a": "\\"}"} tail', 'objects', { value: { a: '"}' } }],
    ['{"route":"a","route":"b"}', 'objects', { value: { route: 'b' } }],
    ['{"__proto__": 1}', 'objects', { value: JSON.parse('{"__proto__":1}') }],
    ['{"a": 1', 'objects', null],
    ['no', 'any', null],
    ['', 'any', null],
    ['{'.repeat(200_000), 'any', null],
  ];
  for (const [text, inProse, expected] of table)
    t.same(
      findJson(text, () => true, inProse),
      expected,
      text.slice(0, 40),
    );
});
