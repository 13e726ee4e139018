import { readdirSync, readFileSync } from 'node:fs';
import { Script } from 'node:vm';
import t from 'tap';

const folder = new URL('../../src/panel/extension/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');
const SIDECAR = {
  type: 'loopback',
  origin: 'http://127.0.0.1:8791',
  health_path: '/health',
  proxy_auth: 'token-v1',
};

t.test('the manifest is what the host knows', async (t) => {
  t.strictSame(JSON.parse(read('manifest.json')), {
    extensions: [
      {
        id: 'hermes-smart-router',
        name: 'Smart Router',
        scripts: ['router-nav.js'],
        stylesheets: ['router-nav.css'],
        sidecar: SIDECAR,
      },
    ],
  });
  t.strictSame(readdirSync(folder).sort(), ['extension.json', 'manifest.json', 'router-nav.css', 'router-nav.js']);
});

t.test('extension.json has what the library asks for, and agrees with the manifest', async (t) => {
  const entry = JSON.parse(read('extension.json'));
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  t.match(entry, {
    id: 'hermes-smart-router',
    version,
    assets: { scripts: ['router-nav.js'], stylesheets: ['router-nav.css'] },
    capabilities: ['manifest-bundle', 'loopback-sidecar'],
    lifecycle: { sidecar_start_required: true, native_host_autostart: 'none' },
    permissions: { loopback_sidecar: true, network_external: false, storage: { owned: [] } },
    sidecar: { ...SIDECAR, runtime: { kind: 'external', repository: /^https:/ } },
  });
  for (const key of ['name', 'description', 'author', 'screenshots']) t.ok(key in entry, key);
});

t.test('the script of the navigation', async (t) => {
  const script = read('router-nav.js');
  t.doesNotThrow(() => new Script(script));
  const wanted = [
    'srcdoc',
    'main-view',
    '/console',
    'HermesPanelNav',
    'console.error',
    'aria-live',
    'alert',
    'textContent',
  ];
  for (const text of wanted) t.ok(script.includes(text), text);
  const unwanted =
    /frame\.src\b|\/status|\/blocklist|postJSON|\beval\b|new Function|innerHTML|outerHTML|insertAdjacentHTML|document\.write|document\.body|Date\.now|localStorage/;
  t.notMatch(script, unwanted);
  t.equal(script.match(/\bfetch\(/g)?.length, 1, 'one request: the page');
  t.equal(script.match(/no-referrer/g), null, 'the host refuses requests without a referrer');
});

t.test('the style uses only variables that every theme of the host has', async (t) => {
  const variables = new Set([...read('router-nav.css').matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
  t.strictSame([...variables].sort(), ['--accent', '--bg', '--muted', '--text']);
  for (const [use] of read('router-nav.css').matchAll(/var\([^)]*\)/g)) t.match(use, /,/, `${use} has a fallback`);
});
