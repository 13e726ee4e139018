/** A JSON value found in an answer. */
export interface FoundJson {
  readonly value: unknown;
}

/** Prose beyond this is not searched for JSON. Characters. */
const MAX_SEARCHED = 256 * 1024;

/** Places in prose where an object may begin; each costs one pass over the rest. */
const MAX_STARTS = 32;

/**
 * The JSON value of an answer, or null. Tried in order: the whole text, the content of each fence (any tag, also none, also unclosed), each balanced
 * object or list within the text. The first value that `fits` wins; when none does, the first value at all, so that the caller can say
 * what is wrong with it. `inProse`: without a schema, a list within a text is more likely a footnote (`[1]`) than an answer.
 */
export function findJson(
  text: string,
  fits: (value: unknown) => boolean,
  inProse: 'objects' | 'any',
): FoundJson | null {
  const all = text.trim();
  let first: FoundJson | null = null;
  for (const candidate of candidates(all, inProse === 'objects' ? /\{/ : /[{[]/)) {
    const found = parse(candidate);
    if (found === null) continue;
    if (fits(found.value)) return found;
    first ??= found;
  }
  return first;
}

function* candidates(text: string, opening: RegExp): Generator<string> {
  yield text;
  yield* fenced(text);
  yield* balanced(text.slice(0, MAX_SEARCHED), opening);
}

function parse(text: string): FoundJson | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** Content of each triple-backtick fence, first without a language tag and then as it stands. */
function* fenced(text: string): Generator<string> {
  const pieces = text.split('```');
  // Odd pieces are inside fences; a last one without its closing fence is among them.
  for (let i = 1; i < pieces.length; i += 2) {
    const content = pieces[i] ?? '';
    yield content.replace(/^[ \t]*[a-z0-9_+-]*(?=[\s{["])/i, '').trim();
    yield content.trim();
  }
}

/** Every outermost `{...}` and `[...]` whose brackets match, strings respected. */
function* balanced(text: string, opening: RegExp): Generator<string> {
  const next = (from: number): number => {
    const found = text.slice(from).search(opening);
    return found === -1 ? -1 : from + found;
  };
  let starts = 0;
  for (let at = next(0); at !== -1 && starts < MAX_STARTS; starts++) {
    const end = closing(text, at);
    if (end !== -1) yield text.slice(at, end + 1);
    // An unmatched bracket may be prose, with the object behind it.
    at = next(end === -1 ? at + 1 : end + 1);
  }
}

function closing(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let i = start; i < text.length; i++) {
    const c = text[i];
    if (quoted) {
      if (c === '\\') i++;
      else if (c === '"') quoted = false;
    } else if (c === '"') quoted = true;
    else if (c === '{' || c === '[') depth++;
    else if ((c === '}' || c === ']') && --depth === 0) return i;
  }
  return -1;
}
