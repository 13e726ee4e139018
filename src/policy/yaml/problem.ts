/** Something in a YAML text that a person has to look at. */
export interface YamlProblem {
  /** UTF-16 index into the text. */
  readonly offset: number;
  /** One sentence, with the cure where there is one. */
  readonly message: string;
}

/** Line starts of a text, for turning an offset into a place a person can find. */
export type LineStarts = readonly number[];

/** Index of the first character of every line. `\n` ends a line, with or without `\r` before it. */
export function lineStarts(text: string): LineStarts {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** The 1-based line of an offset. */
export function lineOf(starts: LineStarts, offset: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** `line 3, column 7`, both counted from 1; columns are UTF-16 units. */
export function placeOf(starts: LineStarts, offset: number): string {
  const line = lineOf(starts, offset);
  return `line ${line}, column ${offset - (starts[line - 1] ?? 0) + 1}`;
}
