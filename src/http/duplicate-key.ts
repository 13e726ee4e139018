const QUOTE = '"';
const BACKSLASH = 92;

/**
 * The first key that stands twice in one object of a JSON text; `null` for none. `JSON.parse` keeps the last of the two without a word.
 * Linear, and of a long string it looks at the quotes alone.
 * @param text must be valid JSON.
 */
export function duplicateKey(text: string): string | null {
  // One entry for each open object; an array has none of its own.
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '{') open.push(new Set());
    else if (char === '[') open.push(null);
    else if (char === '}' || char === ']') open.pop();
    else if (char === QUOTE) {
      const end = endOfString(text, at + 1);
      const keys = open.at(-1);
      if (keys && isFollowedByColon(text, end + 1)) {
        const key: string = JSON.parse(text.slice(at, end + 1));
        if (keys.has(key)) return key;
        keys.add(key);
      }
      at = end;
    }
  }
  return null;
}

/** The position of the quote that ends a string. */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf(QUOTE, from); ; end = text.indexOf(QUOTE, end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes++;
    if (end === -1 || escapes % 2 === 0) return end === -1 ? text.length : end;
  }
}

/** In valid JSON only a key is followed by a colon. */
function isFollowedByColon(text: string, from: number): boolean {
  let at = from;
  while (/\s/.test(text[at] ?? '')) at++;
  return text[at] === ':';
}
