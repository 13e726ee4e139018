/** The id under which Hermes One knows this extension; it is part of the proxy's path. */
export const EXTENSION_ID = 'hermes-smart-router';

/**
 * Where the page runs, which decides how it may speak to the daemon (spec: host 8, 12):
 * `framed` in the srcdoc frame of Hermes One, through the host's proxy, with the host's CSRF token;
 * `proxied` opened through the proxy in a tab of its own, where no CSRF token exists: it can only read;
 * `alone` on the daemon's own address, with the token of the token file.
 */
export type Place = 'framed' | 'proxied' | 'alone';

const PROXY = `/api/extensions/${EXTENSION_ID}/sidecar`;

/** Where this document runs. */
export function placeOf(location: Pick<Location, 'protocol' | 'pathname'>): Place {
  if (location.protocol === 'about:') return 'framed';
  return location.pathname.startsWith('/api/extensions/') ? 'proxied' : 'alone';
}

/** What stands in front of every path of the daemon. */
export function baseOf(place: Place): string {
  return place === 'alone' ? '' : PROXY;
}
