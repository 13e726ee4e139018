/** Names and values in pairs, as Node reads and writes raw headers: repeated ones stay repeated. */
export type HeaderPairs = readonly (readonly [string, string])[];

/** What the host lets its own pages do, and adds to every answer it passes on (spec: host 12). */
export const HOST_POLICY = [
  "default-src 'self' https://*.cloudflareaccess.com",
  "script-src 'self' 'unsafe-inline' https://cdn.jsdelivr.net https://static.cloudflareinsights.com blob:",
  "style-src 'self' 'unsafe-inline' https://cdn.jsdelivr.net https://fonts.googleapis.com",
  "img-src 'self' data: https: blob:",
  "font-src 'self' data: https://fonts.gstatic.com",
  "connect-src 'self' http://127.0.0.1:* https://127.0.0.1:* http://localhost:* https://localhost:* ws://127.0.0.1:* ws://localhost:* http://ipc.localhost https://cdn.jsdelivr.net",
  "frame-src 'self'",
  "worker-src blob: 'self' https://cdn.jsdelivr.net",
  "media-src 'self' data: blob:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** What the host sends with everything. */
export const HOST_HEADERS: HeaderPairs = [
  ['Cache-Control', 'no-store'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Referrer-Policy', 'same-origin'],
  ['Content-Security-Policy', HOST_POLICY],
  ['Permissions-Policy', 'camera=(), microphone=(self), geolocation=()'],
];

const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];
const KEPT_FROM_SIDECAR = ['authorization', 'cookie', 'content-length', 'host', 'origin', 'referer'];
const KEPT_FROM_BROWSER = ['content-length', 'set-cookie'];

/** Raw headers as Node gives them, in pairs. */
export function pairsOf(raw: readonly string[]): HeaderPairs {
  return raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ''] as const] : []));
}

/** What of a browser's request reaches the sidecar; of repeated headers the last (spec: host 3). */
export function towardsSidecar(headers: HeaderPairs): ReadonlyMap<string, string> {
  const left = without(headers, KEPT_FROM_SIDECAR, /^x-(csrf|hermes-)/);
  return new Map(left.map(([name, value]) => [recapitalised(name), value]));
}

/** What of a sidecar's answer reaches the browser; the host's own headers come behind, so both stand there (spec: host 4). */
export function towardsBrowser(headers: HeaderPairs): HeaderPairs {
  const left = without(headers, KEPT_FROM_BROWSER, /^x-hermes-/);
  const typed = left.some(([name]) => name.toLowerCase() === 'content-type');
  return typed ? left : [...left, ['Content-Type', 'application/octet-stream']];
}

function without(headers: HeaderPairs, names: readonly string[], families: RegExp): HeaderPairs {
  const named = headers
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(',').map((part) => part.trim().toLowerCase()));
  const dropped = new Set([...HOP_BY_HOP, ...names, ...named]);
  return headers.filter(([name]) => !dropped.has(name.toLowerCase()) && !families.test(name.toLowerCase()));
}

function recapitalised(name: string): string {
  return name.toLowerCase().replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
}
