import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * The token as the host reads it for each request (spec: host 2): minted where no file is, `null` for a file with anything else in it,
 * which the host leaves alone.
 */
export function hostToken(path: string): string | null {
  try {
    const token = readFileSync(path, 'utf8').trim();
    return /^[A-Za-z0-9_-]{16,256}$/.test(token) ? token : null;
  } catch {
    return mint(path);
  }
}

/** Written beside and linked into place, so that nobody sees half of it and nothing is overwritten. */
function mint(path: string): string {
  const token = randomBytes(32).toString('base64url');
  const beside = `${path}.new`;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(beside, token, { mode: 0o600 });
  linkSync(beside, path);
  rmSync(beside);
  return token;
}
