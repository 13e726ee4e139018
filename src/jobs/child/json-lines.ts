/** One line of a JSONL stream. */
export type JsonLine =
  | { readonly kind: 'event'; readonly value: unknown }
  /** A line that is no JSON: a warning that some library printed. */
  | { readonly kind: 'text'; readonly text: string }
  /** Too long to be held; only its beginning is known. */
  | { readonly kind: 'overlong'; readonly start: string };

/** Longest line that is parsed, in UTF-16 units: parsing blocks the event loop, about 10 ms for this much. */
const LONGEST_LINE = 1024 * 1024;
const START = 4096;

/** Splits text into lines and parses each, holding back at most one line of bounded length. */
export function createJsonLines(): { write(text: string): JsonLine[]; end(): JsonLine[] } {
  let pieces: string[] = [];
  let held = 0;
  /** Beginning of a line that has grown too long; null: the current line has not. */
  let overlong: string | null = null;

  function hold(piece: string): void {
    if (piece === '' || overlong !== null) return;
    pieces.push(piece);
    held += piece.length;
    if (held <= LONGEST_LINE) return;
    overlong = pieces.join('').slice(0, START);
    pieces = [];
  }

  function finish(): JsonLine[] {
    const line = overlong === null ? parse(pieces.join('')) : ({ kind: 'overlong', start: overlong } as const);
    pieces = [];
    held = 0;
    overlong = null;
    return line === null ? [] : [line];
  }

  return {
    write: (text) => {
      const lines: JsonLine[] = [];
      let from = 0;
      for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', from)) {
        hold(text.slice(from, at));
        lines.push(...finish());
        from = at + 1;
      }
      hold(text.slice(from));
      return lines;
    },
    end: finish,
  };
}

function parse(line: string): JsonLine | null {
  const trimmed = line.trim();
  if (trimmed === '') return null;
  if (!trimmed.startsWith('{')) return { kind: 'text', text: line };
  try {
    return { kind: 'event', value: JSON.parse(trimmed) };
  } catch {
    return { kind: 'text', text: line };
  }
}
