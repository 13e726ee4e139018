/** A slip of the finger or two; a name further off is another name. */
const MAX_EDITS = 3;

/** The known name that a mistyped one most likely meant; `null` where none is near. Ties go to the first. */
export function nearestName(name: string, known: readonly string[]): string | null {
  const limit = Math.min(MAX_EDITS, Math.ceil(name.length / 2));
  let best: { readonly name: string; readonly edits: number } | null = null;
  for (const candidate of known) {
    const edits = editDistance(name.toLowerCase(), candidate);
    if (edits <= limit && edits < (best?.edits ?? Number.POSITIVE_INFINITY)) best = { name: candidate, edits };
  }
  return best?.name ?? null;
}

/** Insertions, deletions and replacements that turn one text into the other (Levenshtein, one row at a time). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
