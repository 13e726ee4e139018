import { readdirSync, readFileSync } from 'node:fs';
import t from 'tap';

const folder = new URL('../../src/panel/page/', import.meta.url);
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }));
const style = readdirSync(new URL('style/', folder))
  .map((name) => readFileSync(new URL(`style/${name}`, folder), 'utf8'))
  .join('\n');

t.test('P-12 text is never markup, and nothing is evaluated', async (t) => {
  t.ok(sources.length > 20);
  const unwanted =
    /dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|createContextualFragment/;
  for (const { name, text } of sources) t.notMatch(text, unwanted, name);
});

t.test('the clock is read in one place', async (t) => {
  for (const { name, text } of sources) t.equal(/new Date\(\)|Date\.now\(/.test(text), name === 'wire/clock.ts', name);
});

t.test("nothing of Node, nothing from elsewhere, and nothing kept in the host's storage", async (t) => {
  for (const { name, text } of sources) {
    t.notMatch(
      text,
      /['"]node:|['"`](https?:)?\/\/[a-z]|localStorage|indexedDB|document\.cookie|XMLHttpRequest|WebSocket|EventSource/,
      name,
    );
    if (name !== 'wire/token.ts') t.notMatch(text, /sessionStorage/, name);
    if (name !== 'wire/call.ts') t.notMatch(text, /\bfetch\(/, name);
  }
});

t.test('P-06 the page reads and posts, never starts a job, and never waits for an answer', async (t) => {
  for (const { name, text } of sources) {
    t.notMatch(text, /'(PUT|PATCH|DELETE)'/, name);
    t.notMatch(text, /[?&]wait=|X-Hermes-Router-Client/i, name);
    t.notMatch(text, /call(<[^>]*>)?\(\s*'\/(jobs|route)'/, name);
  }
});

t.test("the style: every variable is defined, the host's only with a fallback", async (t) => {
  const defined = new Set([...style.matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name));
  for (const [use, name = '', fallback = ''] of style.matchAll(/var\((--[\w-]+)(,?)/g)) {
    if (name.startsWith('--host-')) t.equal(fallback, ',', `${use} has a fallback`);
    else t.ok(defined.has(name), `${name} is defined`);
  }
  t.notMatch(style, /url\((?!["']?data:)/, 'nothing is loaded');
  t.match(style, /prefers-reduced-motion/);
});
