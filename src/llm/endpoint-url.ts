/**
 * A base URL as an operator wrote it, or null when no request can go there: it must be http or https and carry no user info (that would be a
 * credential in a place where nobody guards it).
 */
export function parseBaseUrl(text: string): URL | null {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  return url;
}

/**
 * Where a request goes: the base URL's own path, then `lead`, then `path`, with single slashes between them and the base's query kept. What the base
 * ends in already (`lead`, `path`, or both) is not added again. Nothing else is guessed: a base without `/v1` is used without it.
 */
export function endpointUrl(base: URL, lead: string, path: string): URL {
  const url = new URL(base);
  const start = base.pathname.replace(/\/+$/, '');
  const rest = start.endsWith(path) ? '' : start.endsWith(lead) ? path : `${lead}${path}`;
  url.pathname = `${start}${rest}`.replace(/\/{2,}/g, '/');
  url.hash = '';
  return url;
}

/** The base URL with the end of its path replaced, or null when it does not end so. */
export function withPathEnd(base: URL, from: string, to: string): URL | null {
  const start = base.pathname.replace(/\/+$/, '');
  if (!start.endsWith(from)) return null;
  const url = new URL(base);
  url.pathname = `${start.slice(0, -from.length)}${to}`;
  return url;
}
