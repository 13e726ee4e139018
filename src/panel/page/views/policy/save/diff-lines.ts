/** A line of a unified diff, by what it says. */
export interface DiffLine {
  readonly kind: 'added' | 'removed' | 'place' | 'same';
  readonly text: string;
}

const KINDS: Readonly<Record<string, DiffLine['kind']>> = { '+': 'added', '-': 'removed', '@': 'place' };

/** The lines of a unified diff, without the two that name its files. */
export function diffLines(diff: string): readonly DiffLine[] {
  const lines = diff.replace(/\n$/, '').split('\n');
  const start = lines.findIndex((line) => line.startsWith('@@'));
  return lines.slice(Math.max(start, 0)).map((text) => ({ kind: KINDS[text.slice(0, 1)] ?? 'same', text }));
}

/** How many lines come and go. */
export function diffCounts(lines: readonly DiffLine[]): { readonly added: number; readonly removed: number } {
  const count = (kind: DiffLine['kind']) => lines.filter((line) => line.kind === kind).length;
  return { added: count('added'), removed: count('removed') };
}
