/** The key under which a page that stands alone keeps the token: until the tab is closed, and for no other tab. */
const KEY = 'hermes-smart-router.token';

/** Where a browser denies storage it is kept until the page is left. */
let inMemory: string | null = null;

/** Takes the token out of the address (`#token=...`), so that it stays in neither the address bar nor the history. True when there was one. */
export function takeTokenFromAddress(): boolean {
  const token = tokenIn(location.hash);
  if (token === null) return false;
  history.replaceState(null, '', location.pathname);
  if (token !== '') keepToken(token);
  return token !== '';
}

/** The token in the fragment of an address; null where it names none. People put it there as it is, `+`, `&` and `%` included. */
export function tokenIn(fragment: string): string | null {
  const [, token = null] = /^#token=(.*)$/.exec(fragment) ?? [];
  try {
    return token === null ? null : decodeURIComponent(token);
  } catch {
    return token;
  }
}

/** The token of this tab; null without one. */
export function keptToken(): string | null {
  try {
    return sessionStorage.getItem(KEY) ?? inMemory;
  } catch {
    return inMemory;
  }
}

/** Keeps a token for this tab, without what a clipboard puts around it: no header can carry that. */
export function keepToken(token: string): void {
  inMemory = token.replace(/[^\x21-\x7e]/g, '');
  try {
    sessionStorage.setItem(KEY, inMemory);
  } catch {
    // Denied: it is in memory.
  }
}
