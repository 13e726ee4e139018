import { readFileSync } from 'node:fs';

const EXTENSION = new URL('../../../src/panel/extension/', import.meta.url);

/** Where the extension's files are served, as an installed extension's are. */
export const ASSETS = '/extensions/hermes-smart-router/';

const TYPES: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css' };

/** The real file of the extension behind a path, or `null`. */
export function asset(path: string): { readonly type: string; readonly bytes: Buffer } | null {
  const name = path.slice(ASSETS.length);
  if (!path.startsWith(ASSETS) || !/^router-nav\.(js|css)$/.test(name)) return null;
  const type = TYPES[name.split('.')[1] ?? ''] ?? 'text/plain';
  return { type: `${type}; charset=utf-8`, bytes: readFileSync(new URL(name, EXTENSION)) };
}

const STYLE = `
:root { --font-ui: "Liberation Sans", sans-serif; --font-mono: "DejaVu Sans Mono", monospace; --radius-md: 8px; font-size: 15px; }
:root, :root[data-theme=light] { color-scheme: light; --bg: #fefcf7; --surface: #fff; --text: #1a1610; --muted: #6a6355;
  --accent: #8a6400; --border: #e0d8c8; --success: #256d31; --warning: #8a5300; --error: #b3261e; --info: #1f5f99; }
:root[data-theme=dark] { color-scheme: dark; --bg: #0d0d1a; --surface: #141425; --text: #fff8dc; --muted: #c0c0c0;
  --accent: #ffd700; --border: #2a2a45; --success: #4caf50; --warning: #ffa726; --error: #ef5350; --info: #4dd0e1; }
* { box-sizing: border-box; }
body { display: flex; height: 100vh; margin: 0; background: var(--bg); color: var(--text); font-family: var(--font-ui); }
#nav { display: flex; flex-direction: column; flex: none; width: 56px; border-right: 1px solid var(--border); }
#nav button { border: 0; padding: 12px 0; background: none; color: var(--muted); font-size: 11px; }
#nav button.active { color: var(--accent); }
#nav svg { width: 22px; height: 22px; fill: none; stroke: currentColor; stroke-width: 2; }
main { flex: 1; min-width: 0; height: 100%; }
main > [hidden] { display: none; }
.main-view { height: 100%; }
@media (max-width: 720px) { body { flex-direction: column-reverse; } #nav { flex-direction: row; width: auto; } main { height: auto; } }
`;

/** The kit: a button in the navigation for whoever registers, and one place for all views, of which one is shown (product: S37). */
const KIT = `
window.HermesPanelNav = { register({ token, label, title, iconPath, navClass, onOpen }) {
  const main = document.querySelector('main');
  const button = document.createElement('button');
  button.className = 'nav-item ' + navClass;
  button.dataset.panel = token;
  button.title = title || label;
  const icon = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  icon.setAttribute('viewBox', '0 0 24 24');
  const path = icon.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'path'));
  path.setAttribute('d', iconPath);
  button.append(icon, Object.assign(document.createElement('div'), { textContent: label }));
  document.getElementById('nav').append(button);
  let view = null;
  const adopt = (element) => { view = element; if (element.parentNode !== main) main.append(element); };
  const show = () => {
    for (const other of main.children) other.hidden = other !== view;
    for (const other of document.querySelectorAll('#nav button')) other.classList.toggle('active', other === button);
  };
  button.addEventListener('click', () => onOpen());
  return { open: () => onOpen(), show, adopt };
} };
`;

/** The host adds the CSRF value to the requests of its own window, and of no other. */
const OWN_FETCH = `
const plainFetch = window.fetch;
window.fetch = (address, options = {}) => {
  const headers = new Headers(options.headers);
  if (!/^GET$/i.test(options.method || 'GET')) headers.set('X-Hermes-CSRF-Token', window.__HERMES_CONFIG__.csrfToken);
  return plainFetch.call(window, address, { ...options, headers });
};
`;

const CHAT = `
const chat = HermesPanelNav.register({ token: 'chat', label: 'Chat', iconPath: 'M4 5h16v11H9l-5 4z', navClass: 'chat-nav',
  onOpen: () => { chat.adopt(document.getElementById('chat')); chat.show(); } });
chat.open();
`;

/** The host's page: navigation, a view of its own, the kit, and then the extension, as an installed one is put in. */
export function hostPage(csrfToken: string, theme: 'light' | 'dark'): string {
  const config = JSON.stringify({ csrfToken });
  return `<!doctype html>
<html lang="en" data-theme="${theme}">
<head><meta charset="utf-8"><title>Hermes</title><meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,"><style>${STYLE}</style><script>window.__HERMES_CONFIG__=${config};${OWN_FETCH}</script>
<link rel="stylesheet" href="${ASSETS}router-nav.css"></head>
<body><div id="nav"></div><main><section id="chat" class="main-view">Chat</section></main>
<script>${KIT}${CHAT}</script><script defer src="${ASSETS}router-nav.js"></script></body>
</html>`;
}
