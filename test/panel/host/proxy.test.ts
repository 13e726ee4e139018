import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Test, test } from 'tap';
import { TOKEN, testHome } from '../../http/listening.ts';
import { startHost } from '../host.ts';
import { HOST_POLICY } from './headers.ts';
import { MOST_ANSWER_BYTES } from './proxy.ts';
import { visitor } from './visitor.ts';

/** The host before a sidecar that only the test knows. */
async function before(t: Test, sidecar: (request: IncomingMessage, response: ServerResponse) => void) {
  const home = testHome(t);
  const server = createServer(sidecar);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no address');
  const host = await startHost(t, { port: address.port, tokenFile: home.tokenFile });
  return { host, home, visit: visitor(host), csrf: { 'X-Hermes-CSRF-Token': host.session.csrfToken } };
}

test('headers on the way there and back', async (t) => {
  const { visit, host, csrf } = await before(t, (request, response) => {
    request.resume();
    response.setHeader('Set-Cookie', 'a=b');
    response.setHeader('X-Hermes-Anything', 'x');
    response.setHeader('X-Frame-Options', 'SAMEORIGIN');
    response.removeHeader('Content-Type');
    response.end(JSON.stringify(request.headers));
  });
  const { headers, json } = await visit('POST /a', {
    ...csrf,
    traceparent: 'x',
    'X-CSRF-Other': 'y',
    Authorization: 'z',
  });
  t.strictSame(json, {
    traceparent: 'x',
    'accept-encoding': 'identity',
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': '0',
    host: host.exchanges[0]?.sent.get('Host'),
    'x-hermes-sidecar-token': TOKEN,
    connection: 'close',
  });
  t.match(headers, {
    'content-type': 'application/octet-stream',
    'x-frame-options': 'SAMEORIGIN, DENY',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'content-security-policy': HOST_POLICY,
  });
  t.strictSame([headers['set-cookie'], headers['x-hermes-anything']], [undefined, undefined]);
});

test('P-02 the limit counts bytes on the wire', async (t) => {
  const { visit, host } = await before(t, (request, response) => {
    response.end(Buffer.alloc(MOST_ANSWER_BYTES + (request.url === '/over' ? 1 : 0)));
  });
  t.equal((await visit('GET /at')).body.length, MOST_ANSWER_BYTES);
  t.match(await visit('GET /over'), { status: 502, json: { error: 'Extension sidecar response too large' } });
  t.match(
    host.exchanges.map(({ status, by, wireBytes }) => [status, by, wireBytes]),
    [
      [200, 'sidecar', MOST_ANSWER_BYTES],
      [502, 'host', Number],
    ],
  );
});

test('a sidecar that is away, that is silent, and that stops in the middle', async (t) => {
  const { visit, host } = await before(t, (request, response) => {
    if (request.url === '/silent') return;
    response.writeHead(200, { 'Content-Length': 100 });
    response.write('half', () => response.destroy());
  });
  const away = { status: 502, json: { error: 'Failed to reach extension sidecar' } };
  host.switches.reachable = false;
  t.match(await visit('GET /status'), away);
  host.switches.reachable = true;
  const half = await visit('GET /half');
  t.strictSame([half.status, half.body.toString()], [200, 'half'], 'the host does not tell that something is missing');
  t.match(await visit('GET /silent'), away);
  t.ok((host.exchanges.at(-1)?.milliseconds ?? 0) > 9_900, 'after ten seconds');
});

test('what the owner and the session allow', async (t) => {
  const { visit, host, home } = await before(t, (_, response) => response.end('{}'));
  host.switches.consent = false;
  t.match(await visit('GET /status'), { status: 403, json: { error: 'Extension sidecar proxy consent required' } });
  host.switches.consent = true;
  host.switches.signedIn = false;
  t.match(await visit('GET /status'), { status: 401, json: { error: 'Authentication required' } });
  host.switches.signedIn = true;
  home.writeToken('not a token');
  t.match(await visit('GET /status'), { status: 503, json: { error: 'Sidecar proxy auth token is unavailable' } });
  rmSync(home.tokenFile);
  t.equal((await visit('GET /status')).status, 200);
  t.match(readFileSync(home.tokenFile, 'utf8'), /^[\w-]{43}$/, 'the host has minted another');
  writeFileSync(home.tokenFile, `  ${'x'.repeat(16)}\n`);
  t.equal((await visit('GET /status')).status, 200);
  t.equal(host.exchanges.at(-1)?.sent.get('X-Hermes-Sidecar-Token'), 'x'.repeat(16), 'and reads it for each request');
});

test('paths, methods and bodies', async (t) => {
  const { visit, csrf } = await before(t, async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    response.end(JSON.stringify({ url: request.url, body: body.toString() }));
  });
  for (const path of ['/jobs/', '/a//b', '/a/../b', '/./a', '/a%20b', '/a%3Fb', '/a%23'])
    t.match(await visit(`GET ${path}`), { status: 400, json: { error: 'Invalid sidecar proxy path' } }, path);
  for (const [path, url] of [
    ['', '/'],
    ['?a=1', '/?a=1'],
    ['/a%2Fb;x=1?q=%0a/../+', '/a%2Fb?q=%0a/../+'],
    ['/a;x=1/b', '/a;x=1/b'],
  ] as const)
    t.match((await visit(`GET ${path}`)).json, { url }, path);
  t.match((await visit('GET /a', { 'Content-Length': '2' }, 'ab')).json, { body: '' }, 'a GET has no body');
  t.match((await visit('POST /a', csrf, 'ab')).json, { body: 'ab' });
  const chunked = { ...csrf, 'Content-Length': '', 'Transfer-Encoding': 'chunked' };
  t.match((await visit('POST /a', chunked, '2\r\nab\r\n0\r\n\r\n')).json, { body: '' }, 'chunks are lost');
  const error = 'Request body too large (20971521 bytes, max 20971520)';
  t.match(await visit('POST /a', { ...csrf, 'Content-Length': '20971521' }), { status: 413, json: { error } });
  t.strictSame([(await visit('OPTIONS /a')).status, (await visit('TRACE /a')).status], [200, 501]);
});
