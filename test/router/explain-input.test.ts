import t from 'tap';
import { type RawExplainInput, readExplainInput } from '../../src/router/explain-input.ts';
import { ExplainInputError } from '../../src/router/input-error.ts';

const limits = { maxTaskChars: 12, maxPromptChars: 20 };

const refused: readonly (readonly [string, RawExplainInput, string, readonly string[]])[] = [
  ['no task', { task: undefined }, 'task_required', ['task is required']],
  ['a null task', { task: null }, 'task_required', ['required']],
  ['a blank task', { task: '   ' }, 'task_required', ['required']],
  ['a number as task', { task: 7 }, 'task_not_text', ['task must be a string']],
  ['a task over the limit', { task: 'x'.repeat(13) }, 'task_too_long', ['task exceeds 12 characters']],
  ['a number as prompt', { task: 'a', promptText: 17 }, 'prompt_not_text', ['must be a string']],
  ['a fraction as prompt', { task: 'a', promptText: 3.5 }, 'prompt_not_text', ['must be a string']],
  ['a list as prompt', { task: 'a', promptText: [] }, 'prompt_not_text', ['must be a string']],
  ['a mapping as prompt', { task: 'a', promptText: {} }, 'prompt_not_text', ['must be a string']],
  ['null as prompt', { task: 'a', promptText: null }, 'prompt_not_text', ['must be a string']],
  [
    'a prompt over the limit',
    { task: 'a', promptText: 'x'.repeat(21) },
    'prompt_too_long',
    ['20', 'CPU', 'not a routing limit', 'max_prompt_chars', '--prompt-text'],
  ],
  ['a time nobody can read', { task: 'a', at: 'half past seven' }, 'at_invalid', ['ISO-8601']],
  ['an empty time', { task: 'a', at: '' }, 'at_invalid', ['ISO-8601']],
  ['an invalid date', { task: 'a', at: new Date('nonsense') }, 'at_invalid', ['ISO-8601']],
  ['a number as time', { task: 'a', at: 7 }, 'at_not_a_time', ['must be a datetime']],
  ['a list as time', { task: 'a', at: [] }, 'at_not_a_time', ['must be a datetime']],
  ['everything wrong: the task first', { task: '', promptText: 1, at: 1 }, 'task_required', []],
  ['prompt and time wrong: the prompt first', { task: 'a', promptText: 1, at: 1 }, 'prompt_not_text', []],
];

for (const [name, raw, code, fragments] of refused) {
  t.test(`refuses ${name}`, async (t) => {
    const error = t.throws(() => readExplainInput(raw, limits));
    t.ok(error instanceof ExplainInputError);
    t.match(error, { code });
    for (const fragment of fragments) t.match(String(error), fragment);
  });
}

t.test('trims the task, keeps the prompt as it is, and counts code points', async (t) => {
  t.same(readExplainInput({ task: '  hello ', promptText: '   ' }, limits), {
    task: 'hello',
    at: null,
    promptText: '   ',
  });
  t.equal(readExplainInput({ task: '🦊'.repeat(12) }, limits).task.length, 24);
  t.same(readExplainInput({ task: 'a', at: '2026-08-17T07:30:00Z' }).at, new Date('2026-08-17T07:30:00Z'));
});
