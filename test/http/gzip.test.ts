import { gunzipSync } from 'node:zlib';
import { test } from 'tap';
import { acceptsGzip } from '../../src/http/gzip.ts';
import { listeningApp, TOKEN } from './listening.ts';
import { exchange, requestText } from './raw.ts';

const NEGOTIATION: readonly (readonly [string | undefined, boolean])[] = [
  [undefined, false],
  ['', false],
  ['br, identity', false],
  ['*', false],
  ['gzip', true],
  ['GZip', true],
  ['gzip; level=1', true],
  ['gzip; q=0', false],
  ['gzip;q=0.000', false],
  ['gzip; q=invalid', false],
  ['gzip; q=', false],
  ['gzip; Q=0', false],
  ['br; q=1, gzip; q=0.5', true],
  ['gzip;q=0, gzip', false],
  ['x-gzip', false],
];

test('gzip is negotiated by the first element of that name', (t) => {
  for (const [header, expected] of NEGOTIATION) t.equal(acceptsGzip(header), expected, JSON.stringify(header));
  t.end();
});

test('every answer is compressed when asked, with the exact length and Vary', async (t) => {
  const { port } = await listeningApp(t);
  const token = { 'X-Hermes-Sidecar-Token': TOKEN };
  const requests: readonly (readonly [string, Record<string, string>, number])[] = [
    ['GET /health', {}, 200],
    ['GET /status', token, 200],
    ['GET /status', {}, 401],
    ['GET /nope', token, 404],
    ['POST /status', token, 405],
    ['GET /explain', token, 400],
  ];
  for (const [line, headers, status] of requests) {
    const plain = await exchange(port, requestText(line, port, headers));
    const packed = await exchange(port, requestText(line, port, { ...headers, 'Accept-Encoding': 'br, gzip' }));
    t.strictSame([plain.status, packed.status], [status, status], line);
    t.equal(plain.headers['content-encoding'], undefined, line);
    t.equal(packed.headers['content-encoding'], 'gzip', line);
    t.strictSame([plain.headers.vary, packed.headers.vary], ['Accept-Encoding', 'Accept-Encoding'], line);
    t.equal(packed.headers['content-type'], 'application/json', line);
    const unpacked: unknown = JSON.parse(gunzipSync(packed.body).toString());
    if (line !== 'GET /health') t.strictSame(unpacked, plain.json, line);
  }
});

test('HEAD /health has the length of GET /health', async (t) => {
  const { port } = await listeningApp(t);
  const body = await exchange(port, requestText('GET /health', port));
  const head = await exchange(port, requestText('HEAD /health', port), true);
  t.equal(head.headers['content-length'], body.headers['content-length']);
  t.equal(head.headers['access-control-allow-origin'], '*');
});
