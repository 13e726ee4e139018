import t from 'tap';
import { fullShape, lighterShape, type RequestShape, type WireRequest } from '../../src/llm/request-shape.ts';

const REQUEST: WireRequest = { messages: [], temperature: 0, maxTokens: 128, schema: {}, wantsJson: true };
const FULL: RequestShape = { temperature: true, format: 'json_schema', maxTokens: true, stream: false };

t.test('the fullest shape carries what was asked for', async (t) => {
  t.same(fullShape(REQUEST, true), FULL);
  t.same(fullShape(REQUEST, false), { ...FULL, maxTokens: false });
  t.match(fullShape({ ...REQUEST, schema: null }, true), { format: 'json_object' });
  t.match(fullShape({ ...REQUEST, schema: null, wantsJson: false, temperature: null }, true), {
    format: 'plain',
    temperature: false,
  });
});

t.test('what is turned down is left out, the named part first', async (t) => {
  const table: [RequestShape, string, Partial<RequestShape> | null][] = [
    [FULL, "Unsupported value: 'temperature' does not support 0", { temperature: false }],
    [{ ...FULL, temperature: false }, 'temperature is deprecated', null],
    [FULL, 'response_format json_schema is not supported', { format: 'json_object' }],
    [{ ...FULL, format: 'json_object' }, "'response_format.type' must be text", { format: 'plain' }],
    [{ ...FULL, format: 'plain' }, 'response_format unsupported', null],
    [FULL, "Unsupported parameter: 'max_tokens', use 'max_completion_tokens'", { maxTokens: false }],
    [FULL, 'stream must be true', { stream: true }],
    [{ ...FULL, stream: true }, 'only stream=false is allowed', null],
    [FULL, 'Unsupported parameter', { temperature: false }],
    [{ ...FULL, temperature: false }, 'Extra inputs are not permitted', { format: 'json_object' }],
    [FULL, 'context length exceeded', null],
    [FULL, 'invalid api key', null],
    [FULL, 'unknown model', null],
    [FULL, '', null],
  ];
  for (const [shape, text, change] of table)
    t.same(lighterShape(shape, text), change === null ? null : { ...shape, ...change }, text);
});

t.test('however often it is asked, it comes to an end', async (t) => {
  let shape: RequestShape | null = FULL;
  let steps = 0;
  while (shape !== null) {
    shape = lighterShape(shape, 'invalid: temperature response_format max_tokens stream');
    steps++;
  }
  t.equal(steps, 6);
});
