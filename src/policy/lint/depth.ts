import { isList, isMapping } from '../../lib/json.ts';

/** Levels of nesting that a policy may have; a file of ours needs 8, and the parser of the file has the same limit. */
export const MAX_NESTING = 100;

/**
 * True for a value nested deeper than {@link MAX_NESTING}. A file cannot be, but a change set sent as JSON can, and
 * what compares or copies values calls itself once a level.
 */
export function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= MAX_NESTING; depth++) {
    level = level.flatMap(children);
    if (level.length === 0) return false;
  }
  return true;
}

function children(value: unknown): readonly unknown[] {
  if (isList(value)) return value;
  return isMapping(value) ? Object.values(value) : [];
}
