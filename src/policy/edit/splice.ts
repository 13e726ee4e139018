import { editProblem } from './edit-problem.ts';

/** One replacement in a text: what stands from `start` to `end` (UTF-16 indexes) becomes `text`. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * A stretch of a text with the replacements that lie in it. Only what is taken out may overlap; of two insertions at one place the earlier in the
 * list comes first.
 */
export function spliced(text: string, splices: readonly Splice[], from = 0, to = text.length): string {
  let result = '';
  let at = from;
  // A stable sort: an insertion stands before a replacement that begins at the same place.
  for (const splice of [...splices].sort((a, b) => a.start - b.start || a.end - b.end)) {
    if ((splice.start < at && splice.text !== '') || splice.end > to)
      throw editProblem('layout', 'two edits of the same place');
    result += text.slice(at, splice.start) + splice.text;
    at = Math.max(at, splice.end);
  }
  return result + text.slice(at, to);
}
