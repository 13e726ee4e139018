import { isMapping } from '../../../lib/json.ts';

/** The header that the host wants on everything but reads (spec: host 8). */
export const CSRF_HEADER = 'X-Hermes-CSRF-Token';

/** The host's CSRF token, from this window or from the one that frames it; null where no host renders the page. */
export function csrfToken(): string | null {
  return tokenIn(window) ?? tokenIn(window.parent);
}

function tokenIn(holder: object): string | null {
  let config: unknown;
  try {
    config = Reflect.get(holder, '__HERMES_CONFIG__');
  } catch {
    // A parent of another origin shows nothing of itself, so it has no token for us.
    return null;
  }
  const token = isMapping(config) ? config.csrfToken : null;
  return typeof token === 'string' && token !== '' ? token : null;
}
