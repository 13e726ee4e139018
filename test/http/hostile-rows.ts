import type { ErrorCode } from '../../src/http/errors.ts';
import { TOKEN } from './listening.ts';
import { requestText } from './raw.ts';

/** The right token. */
export const AUTH = { 'X-Hermes-Sidecar-Token': TOKEN };
const JSON_TYPE = { ...AUTH, 'Content-Type': 'application/json' };
/** Bytes. */
export const MIB = 1024 * 1024;

/** What is sent, and what must come back: 200, or a row of the catalogue with its exact text. */
export interface Row {
  readonly name: string;
  /** The bytes of the request. */
  readonly send: (port: number) => string | Buffer;
  readonly expected: 200 | ErrorCode;
  /** The `error` text where it is more exact than the catalogue's. */
  readonly error?: string;
  /** True where the answer has no body (HEAD). */
  readonly bodyless?: boolean;
}

/** A GET request. */
export const get =
  (target: string, headers: Record<string, string> = AUTH) =>
  (port: number) =>
    requestText(`GET ${target}`, port, headers);
/** A POST request. */
export const post =
  (target: string, body: string | Buffer, headers: Record<string, string> = JSON_TYPE) =>
  (port: number) =>
    requestText(`POST ${target}`, port, headers, body);
const hosts =
  (...names: string[]) =>
  () =>
    `GET /health HTTP/1.1\r\n${names.map((name) => `Host: ${name}\r\n`).join('')}\r\n`;
/** `POST /explain` with one field more, or another task. */
export const explain = (field: string, value: unknown) =>
  post('/explain', JSON.stringify({ task: 'Debug it', [field]: value }));

/** The hostile table, in the order of the guard's questions: who is addressed, who asks, where to, with which token, what for, with what body. */
export const ROWS: readonly Row[] = [
  // Who is addressed
  { name: 'H-14 Host evil.test', send: hosts('evil.test'), expected: 'host_not_allowed' },
  { name: 'H-14 Host of another port', send: hosts('127.0.0.1:9999'), expected: 'host_not_allowed' },
  { name: 'H-14 Host that begins like ours', send: hosts('127.0.0.1.evil.example'), expected: 'host_not_allowed' },
  { name: 'H-14 Host with a root dot', send: hosts('localhost.'), expected: 'host_not_allowed' },
  { name: 'H-14 another loopback address', send: hosts('127.0.0.2'), expected: 'host_not_allowed' },
  { name: 'H-14 empty Host', send: hosts(''), expected: 'host_not_allowed' },
  { name: 'H-14 no Host, HTTP/1.1', send: () => 'GET /health HTTP/1.1\r\n\r\n', expected: 'host_not_allowed' },
  { name: 'H-14 no Host, HTTP/1.0', send: () => 'GET /health HTTP/1.0\r\n\r\n', expected: 'host_not_allowed' },
  {
    name: 'foreign Host with the token',
    send: get('/status', { ...AUTH, Host: 'evil.test' }),
    expected: 'host_not_allowed',
  },
  { name: 'duplicate Host', send: hosts('127.0.0.1', '127.0.0.1'), expected: 'duplicate_host' },
  { name: 'duplicate Host, one foreign', send: hosts('127.0.0.1', 'evil.test'), expected: 'duplicate_host' },
  { name: 'H-14 Host without port', send: hosts('127.0.0.1'), expected: 200 },
  { name: 'H-14 localhost in capitals', send: (port) => hosts(`LOCALHOST:${port}`)(), expected: 200 },
  { name: 'H-14 [::1]', send: (port) => hosts(`[::1]:${port}`)(), expected: 200 },
  // Who asks
  { name: 'cross-site', send: get('/status', { ...AUTH, 'Sec-Fetch-Site': 'cross-site' }), expected: 'cross_site' },
  {
    name: 'same-origin through the proxy',
    send: get('/status', { ...AUTH, 'Sec-Fetch-Site': 'same-origin' }),
    expected: 200,
  },
  {
    name: 'foreign Origin',
    send: get('/status', { ...AUTH, Origin: 'http://127.0.0.1:1' }),
    expected: 'foreign_origin',
  },
  { name: 'Origin null', send: get('/status', { ...AUTH, Origin: 'null' }), expected: 'foreign_origin' },
  {
    name: 'our own Origin',
    send: (port) => get('/status', { ...AUTH, Origin: `http://127.0.0.1:${port}` })(port),
    expected: 200,
  },
  {
    name: 'the browser health check',
    send: get('/health', { Origin: 'http://127.0.0.1:8787', 'Sec-Fetch-Site': 'cross-site' }),
    expected: 200,
  },
  // Where to
  { name: 'POST /console', send: post('/console', ''), expected: 'method_not_allowed' },
  { name: 'GET /console without a token', send: get('/console', {}), expected: 200 },
  { name: 'POST /health', send: post('/health', '{}', {}), expected: 'method_not_allowed' },
  { name: 'HEAD /health', send: (port) => requestText('HEAD /health', port), expected: 200, bodyless: true },
  { name: 'H-18 /health with a query', send: get('/health?x=1', {}), expected: 200 },
  { name: 'H-18 /health/', send: get('/health/', {}), expected: 'invalid_token' },
  { name: 'H-18 //health', send: get('//health', {}), expected: 'invalid_token' },
  { name: 'H-18 /health%2f..%2fstatus', send: get('/health%2f..%2fstatus', {}), expected: 'invalid_token' },
  { name: 'H-18 /HEALTH', send: get('/HEALTH', {}), expected: 'invalid_token' },
  { name: 'H-18 absolute form', send: get('http://127.0.0.1/health', {}), expected: 'invalid_token' },
  { name: 'absolute form with a token', send: get('http://127.0.0.1/status'), expected: 'unknown_route' },
  { name: 'trailing slash with a token', send: get('/status/'), expected: 'unknown_route' },
  { name: 'NUL in the path', send: get('/status%00'), expected: 'unknown_route' },
  { name: 'NUL in the path without a token', send: get('/status%00', {}), expected: 'invalid_token' },
  { name: 'bad escape in the path', send: get('/%zz'), expected: 'unknown_route' },
  { name: 'bad escape without a token', send: get('/%zz', {}), expected: 'invalid_token' },
  { name: 'bytes that are not UTF-8 in the path', send: get('/caf%E9'), expected: 'unknown_route' },
  {
    name: 'PUT on a known path, no token',
    send: (port) => requestText('PUT /status', port, {}, '{}'),
    expected: 'method_not_allowed',
  },
  {
    name: 'HEAD on a reading route',
    send: (port) => requestText('HEAD /status', port),
    expected: 'method_not_allowed',
    bodyless: true,
  },
  { name: 'H-04 unknown route without a token', send: get('/does-not-exist', {}), expected: 'invalid_token' },
  {
    name: 'H-04 PUT on an unknown route',
    send: (port) => requestText('PUT /nope', port, {}, 'x'),
    expected: 'invalid_token',
  },
  {
    name: 'H-04 OPTIONS on an unknown route',
    send: (port) => requestText('OPTIONS /nope', port),
    expected: 'invalid_token',
  },
  { name: 'OPTIONS *', send: (port) => requestText('OPTIONS *', port), expected: 'invalid_token' },
  { name: 'unknown route with a token', send: get('/nope'), expected: 'unknown_route' },
  { name: 'POST to an unknown route', send: post('/nope', '{}'), expected: 'unknown_route' },
  {
    name: 'PUT with a body to an unknown route',
    send: (port) => requestText('PUT /nope', port, AUTH, '{}'),
    expected: 'unknown_route',
  },
  { name: 'target of 65,537 bytes', send: get(`/explain?task=${'a'.repeat(65_537 - 14)}`), expected: 'uri_too_long' },
  { name: 'target of 65,536 bytes', send: get(`/status?${'a'.repeat(65_536 - 8)}`), expected: 200 },
  {
    name: 'head over 80 KiB',
    send: get('/status', { ...AUTH, 'X-Long': 'a'.repeat(81_920) }),
    expected: 'headers_too_large',
  },
  { name: 'no HTTP at all', send: () => 'hello\r\n\r\n', expected: 'malformed_request' },
  {
    name: 'bad header',
    send: (port) => `GET /health HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nbad header\r\n\r\n`,
    expected: 'malformed_request',
  },
  {
    name: 'two lengths',
    send: (port) => requestText('POST /explain', port, { ...AUTH, 'content-length': '2', 'Content-Length': '3' }, '{}'),
    expected: 'malformed_request',
  },
  {
    name: 'length and chunks',
    send: (port) =>
      requestText(
        'POST /explain',
        port,
        { ...AUTH, 'content-length': '2', 'Transfer-Encoding': 'chunked' },
        '0\r\n\r\n',
      ),
    expected: 'malformed_request',
  },
  { name: 'CONNECT', send: (port) => requestText('CONNECT 127.0.0.1:1', port), expected: 'method_not_allowed' },
  { name: 'an Expect we do not know', send: get('/status', { ...AUTH, Expect: 'the-unexpected' }), expected: 200 },
  {
    name: 'an Upgrade nobody takes',
    send: get('/status', { ...AUTH, Connection: 'Upgrade', Upgrade: 'websocket' }),
    expected: 200,
  },
  // With which token
  { name: 'no token', send: get('/status', {}), expected: 'invalid_token' },
  { name: 'wrong token', send: get('/status', { 'X-Hermes-Sidecar-Token': 'nope' }), expected: 'invalid_token' },
  { name: 'empty token', send: get('/status', { 'X-Hermes-Sidecar-Token': '' }), expected: 'invalid_token' },
  {
    name: 'H-09 non-ASCII token of the same length',
    send: get('/status', { 'X-Hermes-Sidecar-Token': '\u00e9'.repeat(TOKEN.length) }),
    expected: 'invalid_token',
  },
  {
    name: 'H-09 long token',
    send: get('/status', { 'X-Hermes-Sidecar-Token': 't'.repeat(5000) }),
    expected: 'invalid_token',
  },
  { name: 'token in lower-case header', send: get('/status', { 'x-hermes-sidecar-token': TOKEN }), expected: 200 },
  {
    name: 'the token twice',
    send: get('/status', { ...AUTH, 'x-hermes-sidecar-token': TOKEN }),
    expected: 'invalid_token',
  },
  { name: 'token as bearer', send: get('/status', { Authorization: `Bearer ${TOKEN}` }), expected: 'invalid_token' },
  { name: 'token in the query', send: get(`/status?token=${TOKEN}`, {}), expected: 'invalid_token' },
  // What for
  { name: 'no task', send: get('/explain'), expected: 'task_required' },
  { name: '?task= is blank', send: get('/explain?task='), expected: 'task_required' },
  { name: '?task=+ is blank', send: get('/explain?task=++'), expected: 'task_required' },
  { name: 'blank first value of a repeated key', send: get('/explain?task=&task=Debug+it'), expected: 200 },
  { name: '8,192 characters', send: get(`/explain?task=${'a'.repeat(8192)}`), expected: 200 },
  {
    name: '8,193 characters',
    send: get(`/explain?task=${'a'.repeat(8193)}`),
    expected: 'task_too_long',
    error: 'task exceeds 8192 characters',
  },
  { name: '8,192 code points of two units', send: explain('task', '\u{1f600}'.repeat(8192)), expected: 200 },
  { name: 'prompt of 1 MiB', send: explain('prompt_text', 'a'.repeat(MIB)), expected: 200 },
  { name: 'at=nonsense', send: get('/explain?task=x&at=yesterday'), expected: 'at_invalid' },
  { name: 'at on an impossible day', send: get('/explain?task=x&at=2026-02-30'), expected: 'at_invalid' },
  { name: 'at with an offset', send: get('/explain?task=x&at=2026-08-17T09:00:00%2B02:00'), expected: 200 },
  { name: 'at blank is now', send: explain('at', ''), expected: 200 },
  { name: 'H-08 task a number', send: explain('task', 123), expected: 'invalid_field', error: 'task must be a string' },
  { name: 'H-08 task a list', send: explain('task', ['x']), expected: 'invalid_field', error: 'task must be a string' },
  { name: 'H-08 at a number', send: explain('at', 0), expected: 'invalid_field', error: 'at must be a string' },
  {
    name: 'H-08 prompt_text 0',
    send: explain('prompt_text', 0),
    expected: 'invalid_field',
    error: 'prompt_text must be a string',
  },
  { name: 'task null is absent', send: explain('task', null), expected: 'task_required' },
  { name: '/explain ignores an unknown field', send: explain('typo_dryrun', true), expected: 200 },
  {
    name: 'H-08 /trace refuses an unknown field',
    send: post('/trace', '{"task":"x","typo_dryrun":true}'),
    expected: 'unknown_field',
    error: 'unknown field "typo_dryrun"',
  },
  // The body
  { name: 'JSON 0', send: post('/explain', '0'), expected: 'body_not_object' },
  { name: 'JSON null', send: post('/explain', 'null'), expected: 'body_not_object' },
  { name: 'JSON []', send: post('/explain', '[]'), expected: 'body_not_object' },
  { name: 'JSON text', send: post('/explain', '"x"'), expected: 'body_not_object' },
  { name: 'not JSON', send: post('/explain', '{"task":'), expected: 'invalid_json' },
  { name: 'JSON with a comment', send: post('/explain', '{"task":"x"} // y'), expected: 'invalid_json' },
  { name: 'NaN', send: post('/explain', '{"task":NaN}'), expected: 'invalid_json' },
  {
    name: 'D14 a key that stands twice',
    send: post('/explain', '{"task":"Debug it","task":"Rename it"}'),
    expected: 'invalid_json',
    error: 'request body has the key "task" twice',
  },
  { name: 'not JSON on an unknown route', send: post('/nope', '{'), expected: 'invalid_json' },
  { name: 'D14 not JSON and no token', send: post('/explain', '{', {}), expected: 'invalid_token' },
  {
    name: 'H-20 bytes that are not UTF-8',
    send: post('/explain', Buffer.from('7b227461736b223a22ff227d', 'hex')),
    expected: 'invalid_json',
  },
  { name: 'H-20 byte order mark', send: post('/explain', '\ufeff{"task":"Debug it"}'), expected: 200 },
  {
    name: 'H-20 declared gzip',
    send: post('/explain', '{"task":"x"}', { ...JSON_TYPE, 'Content-Encoding': 'gzip' }),
    expected: 'unsupported_encoding',
  },
  {
    name: 'declared identity',
    send: post('/explain', '{"task":"x"}', { ...JSON_TYPE, 'Content-Encoding': 'identity' }),
    expected: 200,
  },
  { name: '100 levels', send: explain('x', JSON.parse('['.repeat(99) + ']'.repeat(99))), expected: 200 },
  { name: '101 levels', send: explain('x', JSON.parse('['.repeat(100) + ']'.repeat(100))), expected: 'body_too_deep' },
  {
    name: '100,000 levels',
    send: post('/explain', `${'['.repeat(100_000)}${']'.repeat(100_000)}`),
    expected: 'body_too_deep',
  },
  {
    name: 'a __proto__ key is data',
    send: post('/trace', '{"task":"x","__proto__":{"at":1}}'),
    expected: 'unknown_field',
    error: 'unknown field "__proto__"',
  },
  { name: 'H-06 JSON type and no body', send: post('/explain', ''), expected: 'task_required' },
  {
    name: 'P-01 form type and no body',
    send: post('/trace', '', { ...AUTH, 'Content-Type': 'application/x-www-form-urlencoded' }),
    expected: 'task_required',
  },
  {
    name: 'P-01 form type with a body',
    send: post('/trace', '{"task":"x"}', { ...AUTH, 'Content-Type': 'application/x-www-form-urlencoded' }),
    expected: 'unsupported_media_type',
  },
  {
    name: '/explain ignores the type',
    send: post('/explain', '{"task":"x"}', { ...AUTH, 'Content-Type': 'application/x-www-form-urlencoded' }),
    expected: 200,
  },
  {
    name: '/explain ignores a type that is none',
    send: post('/explain', '{"task":"x"}', { ...AUTH, 'Content-Type': '///' }),
    expected: 200,
  },
  { name: '/trace without a type', send: post('/trace', '{"task":"x"}', AUTH), expected: 200 },
  {
    name: '/trace with a charset',
    send: post('/trace', '{"task":"x"}', { ...AUTH, 'Content-Type': 'application/json; charset=utf-8' }),
    expected: 200,
  },
  {
    name: 'chunked body',
    send: (port) =>
      requestText('POST /explain', port, { ...AUTH, 'Transfer-Encoding': 'chunked' }, 'c\r\n{"task":"x"}\r\n0\r\n\r\n'),
    expected: 200,
  },
  {
    name: 'chunks that are none',
    send: (port) => requestText('POST /explain', port, { ...AUTH, 'Transfer-Encoding': 'chunked' }, 'zz\r\n'),
    expected: 'malformed_request',
  },
  { name: 'a GET body is ignored', send: (port) => requestText('GET /status', port, AUTH, '{"x":1}'), expected: 200 },
  { name: '17 MB body', send: post('/explain', Buffer.alloc(17 * MIB, 0x20)), expected: 'body_too_large' },
  {
    name: '17 MB body without a token',
    send: post('/explain', Buffer.alloc(17 * MIB, 0x20), {}),
    expected: 'invalid_token',
  },
  {
    name: '17 MB body, wrong method',
    send: post('/status', Buffer.alloc(17 * MIB, 0x20)),
    expected: 'method_not_allowed',
  },
];
