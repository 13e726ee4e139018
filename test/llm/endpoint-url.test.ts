import t from 'tap';
import { endpointUrl, parseBaseUrl, withPathEnd } from '../../src/llm/endpoint-url.ts';

t.test('C-20 base URLs as people write them', async (t) => {
  const chat = '/chat/completions';
  const table: [string, string, string, string][] = [
    ['http://127.0.0.1:9/v1', '', chat, 'http://127.0.0.1:9/v1/chat/completions'],
    ['http://127.0.0.1:9/v1/', '', chat, 'http://127.0.0.1:9/v1/chat/completions'],
    ['http://127.0.0.1:9/v1//', '', chat, 'http://127.0.0.1:9/v1/chat/completions'],
    ['http://127.0.0.1:9', '', chat, 'http://127.0.0.1:9/chat/completions'],
    ['http://127.0.0.1:9/', '', chat, 'http://127.0.0.1:9/chat/completions'],
    ['http://127.0.0.1:9/v1?api-version=1#x', '', chat, 'http://127.0.0.1:9/v1/chat/completions?api-version=1'],
    ['http://127.0.0.1:9/v1/chat/completions', '', chat, 'http://127.0.0.1:9/v1/chat/completions'],
    ['https://h/v1beta', '/openai', chat, 'https://h/v1beta/openai/chat/completions'],
    ['https://h/v1beta/openai/', '/openai', chat, 'https://h/v1beta/openai/chat/completions'],
    ['https://h/anthropic', '/v1', '/messages', 'https://h/anthropic/v1/messages'],
    ['https://h/v1', '/v1', '/messages', 'https://h/v1/messages'],
    ['https://h', '/v1', '/messages', 'https://h/v1/messages'],
  ];
  for (const [base, lead, path, expected] of table)
    t.equal(parseBaseUrl(base) && endpointUrl(new URL(base), lead, path).href, expected, base);
});

t.test('addresses that no request can go to', async (t) => {
  for (const text of [
    '',
    'h/v1',
    'ftp://h',
    'acp://copilot',
    'http://',
    'http://user:secret@h/v1',
    'http://user@h',
    'file:///etc',
  ])
    t.equal(parseBaseUrl(text), null, text);
  t.equal(parseBaseUrl(' https://h/v1 ')?.href, 'https://h/v1');
});

t.test('the end of a path is replaced only where it stands', async (t) => {
  const table: [string, string | null][] = [
    ['https://api.z.ai/api/paas/v4', 'https://api.z.ai/api/coding/paas/v4'],
    ['https://api.z.ai/api/paas/v4/', 'https://api.z.ai/api/coding/paas/v4'],
    ['https://open.bigmodel.cn/api/paas/v4', 'https://open.bigmodel.cn/api/coding/paas/v4'],
    ['https://api.z.ai/api/coding/paas/v4', null],
    ['https://h/v1', null],
  ];
  for (const [base, expected] of table)
    t.equal(withPathEnd(new URL(base), '/api/paas/v4', '/api/coding/paas/v4')?.href ?? null, expected, base);
});
