import t from 'tap';
import { parseAnswer, shownVerdict } from '../../src/classifier/answer.ts';

const DEEP = '{"signals":"a race","tier":"T4","confidence":"high"}';
const VERDICT = { tier: 'T4', confidence: 'high' };

t.test('C-01 an answer inside a fence, however the fence is written', async (t) => {
  for (const open of ['```json\n', '```\n', '```JSON\n', '```json', '```json \n'])
    for (const close of ['\n```', '```', ''])
      for (const text of [`${open}${DEEP}${close}`, `${open}${DEEP}${close}`.replaceAll('\n', '\r\n')])
        t.same(parseAnswer(text), VERDICT, JSON.stringify(text));
});

t.test('C-02 the object that answers is chosen, wherever it stands', async (t) => {
  t.same(parseAnswer(`\`\`\`bash\necho {}\n\`\`\`\nso then\n\`\`\`json\n${DEEP}\n\`\`\``), VERDICT);
  t.same(parseAnswer(`Sure! Here it is: ${DEEP} Anything else?`), VERDICT);
  t.same(parseAnswer(`{"tier": "T1|T2|T3|T4"}\n${DEEP}`), VERDICT, 'an echo of the schema is not the answer');
});

t.test('C-18 extra keys, repeated keys and missing ones', async (t) => {
  t.same(parseAnswer('{"tier":"T2","confidence":"med","__proto__":{"tier":"T1"},"x":[1]}'), {
    tier: 'T2',
    confidence: 'med',
  });
  t.same(parseAnswer('{"tier":"T1","tier":"T3"}'), { tier: 'T3', confidence: 'med' }, 'the last one counts');
  t.same(parseAnswer('{}'), { tier: null, confidence: 'med' });
  t.same(parseAnswer('{"tier":"gpt-9","confidence":null}'), { tier: 'gpt-9', confidence: null });
});

t.test('what is no object is no answer', async (t) => {
  for (const text of ['', 'T1', '[]', '"T1"', 'null', '{"tier": "T1"', 'I would say T1.'])
    t.equal(parseAnswer(text), null, JSON.stringify(text));
});

t.test('C-18 a trace shows at most 64 characters of an answered value', async (t) => {
  t.same(shownVerdict({ tier: 'x'.repeat(100), confidence: ['low', 1] }), {
    tier: 'x'.repeat(64),
    confidence: '["low",1]',
  });
});
