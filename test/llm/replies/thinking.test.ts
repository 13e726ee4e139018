import t from 'tap';
import { answerText } from '../../../src/llm/replies/answer-text.ts';
import { NO_USAGE, type WireReply } from '../../../src/llm/replies/reply.ts';
import { withoutThinking } from '../../../src/llm/replies/thinking.ts';

const DEEP = '{"route":"deep"}';
const CHEAP = '{"route":"cheap"}';

t.test('C-04 thinking is cut out and never taken for the answer', async (t) => {
  const table: [string, string][] = [
    [`<think>maybe ${CHEAP}?</think>${DEEP}`, DEEP],
    [`<thinking>${CHEAP}</thinking>${DEEP}`, DEEP],
    [`<mm:think>${CHEAP}</mm:think>\n${DEEP}`, `\n${DEEP}`],
    [`<THINK>${CHEAP}</THINK >${DEEP}`, DEEP],
    [`<think>a</think>one<think>b</think>two`, 'onetwo'],
    [`<think>${CHEAP}`, ''],
    [`<think>x\n${DEEP}`, ''],
    [`${CHEAP}</think>${DEEP}`, DEEP],
    [`<thi<think>x</think>nk>${CHEAP}</think>${DEEP}`, DEEP],
    [`<thi<think>x</think>nk>${CHEAP}`, ''],
    [DEEP, DEEP],
    ['a < b and c > d', 'a < b and c > d'],
  ];
  for (const [answer, expected] of table) t.equal(withoutThinking(answer), expected, answer);
});

t.test('a million unclosed tags take no time', async (t) => {
  const hostile = '<think>'.repeat(500_000);
  const started = performance.now();
  t.equal(withoutThinking(hostile), '');
  t.ok(performance.now() - started < 2000);
});

t.test('C-05 where the answer is, and why there is none', async (t) => {
  const table: [Partial<WireReply>, object][] = [
    [{ text: ' ok ' }, { text: 'ok' }],
    [{ reasoning: DEEP, finishReason: 'stop' }, { text: DEEP }],
    [{ reasoning: `so ${DEEP}`, finishReason: 'stop' }, { missing: 'empty_reply' }],
    [{ reasoning: `${CHEAP}${DEEP}`, finishReason: 'stop' }, { missing: 'empty_reply' }],
    [{ reasoning: '[1]', finishReason: 'stop' }, { missing: 'empty_reply' }],
    [{ reasoning: DEEP, finishReason: 'length' }, { missing: 'truncated' }],
    [{ reasoning: DEEP }, { missing: 'empty_reply' }],
    [{ text: ' \n', finishReason: 'stop' }, { missing: 'empty_reply' }],
    [{ text: `<think>${CHEAP}`, finishReason: 'length' }, { missing: 'truncated' }],
    [{ text: `<think>${CHEAP}`, finishReason: 'stop' }, { missing: 'empty_reply' }],
    [{ declined: true }, { missing: 'model_refusal' }],
  ];
  for (const [reply, expected] of table) {
    const whole = { text: '', reasoning: '', finishReason: null, declined: false, model: null, usage: NO_USAGE };
    t.same(answerText({ ...whole, ...reply }), expected, JSON.stringify(reply));
  }
});
