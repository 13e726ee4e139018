/** What example files put where a key belongs. Compared in lower case without `-`, `_` and blanks. */
const PLACEHOLDERS: ReadonlySet<string> = new Set([
  'changeme',
  'yourapikey',
  'yourkey',
  'yourkeyhere',
  'yourapikeyhere',
  'apikey',
  'placeholder',
  'example',
  'dummy',
  'none',
  'null',
  'todo',
  'test',
  'xxxx',
]);

/** The host's own floor for a secret. Characters. */
const SHORTEST = 4;

/**
 * A stored value as it may stand in a header, or null when it is no secret: absent, shorter than 4 characters, or a placeholder. Everything
 * outside printable ASCII is dropped, as the host does it: a pasted key brings along blanks, line ends and zero-width characters.
 */
export function usableSecret(value: string | undefined): string | null {
  const clean = (value ?? '').replace(/[^\x21-\x7e]/g, '');
  const word = clean.toLowerCase().replace(/[-_]/g, '');
  if (clean.length < SHORTEST || PLACEHOLDERS.has(word) || /^<.*>$|^\*+$|^x+$|^\$\{/i.test(clean)) return null;
  return clean;
}
