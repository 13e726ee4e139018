/** The label under which `hermes chat -q` repeats the prompt. */
const LABEL = /^[^\p{L}\p{N}]*Query:/u;

/** Lines before the label: warnings of a start-up. After so many there is no echo. */
const PATIENCE_LINES = 50;

/**
 * Recognises the echo of the prompt: the label and then the prompt itself, which may have lines of its own and may have been wrapped, so blanks
 * do not count. Fed with whole lines; answers whether the line belongs to the echo. `active` is false once there is nothing left to look for.
 */
export function createEchoFilter(prompt: string): { isEcho(line: string): boolean; active(): boolean } {
  let state: 'before' | 'inside' | 'after' = 'before';
  let seen = 0;
  /** Next character of the prompt to be met. */
  let at = skipBlanks(prompt, 0);

  /** Follows the prompt through one line; false when the line says something else. */
  function follow(line: string): boolean {
    let next = at;
    for (const character of line) {
      if (/[\s\u2500-\u25ff]/.test(character)) continue;
      if (next >= prompt.length) return false;
      if (!prompt.startsWith(character, next)) return false;
      next = skipBlanks(prompt, next + character.length);
    }
    at = next;
    return true;
  }

  return {
    active: () => state !== 'after',
    isEcho: (line) => {
      if (state === 'after') return false;
      const label = state === 'before' ? LABEL.exec(line) : null;
      if (state === 'before' && label === null) {
        if (++seen >= PATIENCE_LINES) state = 'after';
        return false;
      }
      const followed = follow(label === null ? line : line.slice(label[0].length));
      state = followed && at < prompt.length ? 'inside' : 'after';
      // The labelled line is the echo even when the prompt in it was shortened.
      return followed || label !== null;
    },
  };
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && /[\s\u2500-\u25ff]/.test(text.charAt(at))) at++;
  return at;
}
