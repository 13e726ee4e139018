import { gzipSync } from 'node:zlib';
import t from 'tap';
import { readBody } from '../../../src/llm/replies/body.ts';
import { endsStream, eventData } from '../../../src/llm/replies/sse.ts';

const read = (text: string | Uint8Array, type = 'application/json', encoding = '') =>
  readBody(typeof text === 'string' ? Buffer.from(text) : text, type, encoding);

t.test('C-06 C-13 bodies of every kind', async (t) => {
  const table: [string | Uint8Array, string, string, object][] = [
    ['{"a":1}', 'application/json', '', { kind: 'object', value: { a: 1 } }],
    ['\ufeff{"a":1}', 'application/json; charset=utf-8', '', { kind: 'object', value: { a: 1 } }],
    ['{"a":1}', 'text/html', '', { kind: 'object', value: { a: 1 } }],
    ['{"a":1}', 'application/octet-stream', '', { kind: 'object', value: { a: 1 } }],
    ['[{"a":1}]', 'application/json', '', { kind: 'object', value: { a: 1 } }],
    ['{"a":1}\n\ndata: [DONE]\n\n', 'text/event-stream', '', { kind: 'object', value: { a: 1 } }],
    [
      'data:{"a":1}\r\n\r\n: ping\r\n\r\ndata: {"a":2}',
      'text/event-stream',
      '',
      { kind: 'events', events: [{ a: 1 }, { a: 2 }] },
    ],
    ['data: {"a":1}\n\n', 'application/json', '', { kind: 'events', events: [{ a: 1 }] }],
    [gzipSync('{"a":1}'), 'application/json', 'gzip', { kind: 'object', value: { a: 1 } }],
    ['{"a":1}', 'application/json', 'gzip', { kind: 'unusable', code: 'bad_reply' }],
    [gzipSync(Buffer.alloc(8e6, 32)), 'application/json', 'gzip', { kind: 'unusable', code: 'bad_reply' }],
    [gzipSync('{"a":1}'), 'application/json', '', { kind: 'unusable', code: 'bad_reply' }],
    ['<!doctype html><title>Sign in</title>', 'text/html', '', { kind: 'unusable', code: 'bad_reply' }],
    ['{"choices":[{"mess', 'application/json', '', { kind: 'unusable', code: 'bad_reply' }],
    ['', 'application/json', '', { kind: 'unusable', code: 'bad_reply' }],
    ['7', 'application/json', '', { kind: 'unusable', code: 'bad_reply' }],
    ['nothing', '', '', { kind: 'unusable', code: 'bad_reply' }],
    ['nothing', 'text/event-stream', '', { kind: 'unusable', code: 'bad_content_type' }],
    ['nothing', 'image/png', '', { kind: 'unusable', code: 'bad_content_type' }],
  ];
  for (const [body, type, encoding, expected] of table)
    t.match(
      read(body, type, encoding),
      expected,
      `${typeof body === 'string' ? body.slice(0, 30) : 'bytes'} ${type} ${encoding}`,
    );
});

t.test('C-06 event data: comments, joined lines, a stop mark, an unfinished end', async (t) => {
  const table: [string, string[]][] = [
    ['data: a\n\ndata:b\n\ndata: [DONE]\n\n', ['a', 'b']],
    [': ping\n\nevent: x\nid: 1\ndata: a\ndata: b\n\n', ['a\nb']],
    ['data: a\r\rdata: b\r\r', ['a', 'b']],
    ['data: a', ['a']],
    ['data\n\n', []],
    ['', []],
  ];
  for (const [stream, expected] of table) t.same(eventData(stream), expected, JSON.stringify(stream));
});

t.test('the end of a stream is seen, its middle is not taken for it', async (t) => {
  const table: [string, boolean][] = [
    ['data: {}\n\ndata: [DONE]\n\n', true],
    ['data: [DONE]\r\n\r\n', true],
    ['event: message_stop\ndata: {"type":"message_stop"}\n\n', true],
    ['event: message_stop\r\ndata: {}\r\n\r\n', true],
    ['event: message_stop\n', false],
    ['data: {"text":"data: [DONE]"}\n\n', false],
    ['data: [DO', false],
  ];
  for (const [tail, expected] of table) t.equal(endsStream(tail), expected, JSON.stringify(tail));
});
