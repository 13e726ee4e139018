import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import t, { test } from 'tap';
import { openConsolePage } from '../../src/http/console-page.ts';
import { MAX_ANSWER_BYTES } from '../../src/http/reply.ts';
import { consoleRoute } from '../../src/http/routes/console.ts';
import { listeningApp } from './listening.ts';
import { exchange, requestText } from './raw.ts';

const BUILT = new URL('../../dist/app/console.html', import.meta.url);

t.before(() => {
  if (!existsSync(BUILT)) throw new Error('there is no page yet: npm run build');
});

test('/console is the built page, without a token (spec: http 7.6)', async (t) => {
  const { port } = await listeningApp(t);
  const plain = await exchange(port, requestText('GET /console', port));
  t.equal(plain.status, 200);
  t.ok(plain.body.equals(readFileSync(BUILT)));
  t.match(plain.body.toString('utf8', 0, 9).toLowerCase(), '<!doctype');
  t.match(plain.headers, {
    'content-type': /^text\/html; charset=utf-8$/,
    'content-length': String(plain.body.length),
    'cache-control': 'no-store',
    vary: 'Accept-Encoding',
    'x-content-type-options': 'nosniff',
  });
  t.notOk('content-encoding' in plain.headers);
  const packed = await exchange(port, requestText('GET /console', port, { 'Accept-Encoding': 'gzip' }));
  t.equal(packed.headers['content-encoding'], 'gzip');
  t.equal(packed.headers['content-length'], String(packed.body.length));
  t.ok(gunzipSync(packed.body).equals(plain.body));
  t.ok(packed.body.length < MAX_ANSWER_BYTES, 'the proxy lets it through');
});

test('P-12 the page allows its own script and style, and nothing else', async (t) => {
  const { port } = await listeningApp(t);
  const { headers, body } = await exchange(port, requestText('GET /console', port));
  const policy = headers['content-security-policy'] ?? '';
  t.match(
    policy,
    /^default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+'; connect-src 'self'; /,
  );
  t.match(policy, /base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/);
  const page = body.toString();
  t.ok(page.includes(policy.replace("; frame-ancestors 'none'", '')), 'the frame, which has no headers, has it too');
  t.equal(page.match(/<script/g)?.length, 1);
  t.equal(page.match(/<style/g)?.length, 1);
  t.notMatch(page, /\b(src|href)=["']?https?:|@import|\beval\(|new Function|document\.write|no-referrer/);
});

test('a tree that was not built has no page, and says how to make it', async (t) => {
  const app = fastify();
  consoleRoute(app, openConsolePage(pathToFileURL(`${t.testdir()}/console.html`)));
  const { statusCode, body } = await app.inject('/console');
  t.equal(statusCode, 404);
  t.match(JSON.parse(body), { code: 'console_not_found', error: 'console not found', hint: /npm run build/ });
});

test('a page that was replaced is served, compressed once for each version', async (t) => {
  const dir = t.testdir();
  mkdirSync(`${dir}/a b`);
  const file = pathToFileURL(`${dir}/a b/console.html`);
  const page = openConsolePage(file);
  t.equal(page.read(), null, 'no page');
  writeFileSync(file, '<!doctype html>one');
  const first = page.read();
  t.equal(first?.html.toString(), '<!doctype html>one');
  t.equal(page.read(), first, 'read again: the same bytes, not compressed anew');
  utimesSync(file, 1, 1);
  t.not(page.read(), first, 'another modification time');
  t.match(
    page.read(),
    { policy: "default-src 'none'; frame-ancestors 'none'" },
    'a page that names nothing may load nothing',
  );
});
