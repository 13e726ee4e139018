import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';

const CURRENT = 'router.yaml (current)';
const PROPOSED = 'router.yaml (proposed)';

/** How long the shortest difference is looked for, in ms. A policy takes one; two megabytes of other text could take minutes. */
const DIFF_TIMEOUT_MS = 500;

/** A unified diff of two texts with three lines of context, line breaks as they are; `""` for equal ones. */
export function unifiedDiff(before: string, after: string): string {
  if (before === after) return '';
  const options = { context: 3, timeout: DIFF_TIMEOUT_MS, headerOptions: FILE_HEADERS_ONLY };
  return (
    createTwoFilesPatch(CURRENT, PROPOSED, before, after, undefined, undefined, options) ?? wholeDiff(before, after)
  );
}

/** Everything out, everything in: true, if not short. */
function wholeDiff(before: string, after: string): string {
  const lines = (sign: string, text: string): string[] =>
    text
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => sign + line);
  const removed = lines('-', before);
  const added = lines('+', after);
  const hunk = `@@ -1,${removed.length} +1,${added.length} @@`;
  return [`--- ${CURRENT}`, `+++ ${PROPOSED}`, hunk, ...removed, ...added, ''].join('\n');
}
