/** The id of a rule's row in the document. */
export function rowId(id: string): string {
  return `rule:${id}`;
}

/** Brings a rule into sight and focuses it. */
export function showRule(id: string): void {
  const row = document.getElementById(rowId(id));
  row?.scrollIntoView({ block: 'center' });
  row?.focus({ preventScroll: true });
}
