/**
 * A word with its regular English inflections: `s`, `es`, `d`, `ed`, `ing`, with e-drop (`renaming`), y to ies
 * (`libraries`) and consonant doubling (`debugging`). Words under three letters get only the plural (`prs`, not `pred`).
 */
export function inflections(word: string): readonly string[] {
  if (word.length < 3) return plural(word);
  const stem = word.slice(0, -1);
  if (/[^aeiou]y$/.test(word)) return [word, `${stem}ies`, `${stem}ied`, `${word}ing`];
  if (word.endsWith('e')) return [...plural(word), `${word}d`, /[eoy]e$/.test(word) ? `${word}ing` : `${stem}ing`];
  const forms = [...plural(word), `${word}ed`, `${word}ing`];
  if (/(?:s|x|z|ch|sh|o)$/.test(word)) forms.push(`${word}es`);
  if (/[^aeiou][aeiou][^aeiouwxy]$/.test(word)) {
    const doubled = word + word.slice(-1);
    forms.push(`${doubled}ed`, `${doubled}ing`);
  }
  return forms;
}

/** A word and its plural in `s`. */
export function plural(word: string): readonly string[] {
  return [word, `${word}s`];
}

/** A word as it is. */
export function uninflected(word: string): readonly string[] {
  return [word];
}
