/** The end of a text that may be endless. */
export interface TextTail {
  append(text: string): void;
  /** The last `limit` UTF-16 units at most, never beginning inside a surrogate pair. */
  read(): string;
}

/**
 * Keeps the last `limit` UTF-16 units of what is appended. Collapses only when twice as much has come together, so that appending costs no
 * copy of the whole.
 */
export function createTextTail(limit: number): TextTail {
  let kept = '';
  const collapse = () => {
    const start = kept.length - limit;
    if (start <= 0) return;
    const unit = kept.charCodeAt(start);
    kept = kept.slice(unit >= 0xdc00 && unit <= 0xdfff ? start + 1 : start);
  };
  return {
    append: (text) => {
      kept += text.length > limit ? text.slice(-limit - 1) : text;
      if (kept.length > 2 * limit) collapse();
    },
    read: () => {
      collapse();
      return kept;
    },
  };
}
