/** The key under which a page that stands alone keeps the token: until the tab is closed, and for no other tab. */
const KEY = 'hermes-smart-router.token';

/** Takes the token out of the address (`#token=...`), so that it stays in neither the address bar nor the history. */
export function takeTokenFromAddress(): void {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) return;
  history.replaceState(null, '', location.pathname);
  if (token !== '') keepToken(token);
}

/** The token of this tab; null without one. */
export function keptToken(): string | null {
  return sessionStorage.getItem(KEY);
}

/** Keeps a token for this tab. */
export function keepToken(token: string): void {
  sessionStorage.setItem(KEY, token.trim());
}
