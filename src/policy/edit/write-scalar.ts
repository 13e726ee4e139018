import { yaml11Reading } from '../yaml/readings.ts';

/** Quotes that a text is written with; plain only where both YAML versions read it as that text. */
export type Quotes = 'plain' | 'single' | 'double';

/**
 * What may stand unquoted, in block and flow alike: letters, digits and a few signs, no blank at either end, `:` only inside a word. Much more
 * would be legal; this much is never misread.
 */
const PLAIN = /^[\p{L}_/.\d](?:[\p{L}\p{M}\p{N}_./@+()=~$-]|:(?=[^\s:])| (?=[\p{L}\p{N}_./@+(=~$-]))*$/u;

/** Text of digits and the signs of numbers: YAML 1.2 has forms of its own (`0o14`, `1e3`). Quoting one that is no number does no harm. */
const LIKE_A_NUMBER = /^[-+.\d][\da-fox_.e+:-]*$/i;

/** Characters that must be escaped although JSON does not ask for it. */
const TO_ESCAPE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]|\p{Surrogate}/gu;

/** A text on one line. Hand-written: the yaml package's writer does not quote what only YAML 1.1 readers misread (`=`, `y`), and folds. */
export function textScalar(text: string, quotes: Quotes = 'plain'): string {
  if (quotes === 'plain' && PLAIN.test(text) && !LIKE_A_NUMBER.test(text) && yaml11Reading(text).kind === 'text')
    return text;
  if (quotes === 'single' && !/[^\P{C}]|[\u2028\u2029]/u.test(text)) return `'${text.replaceAll("'", "''")}'`;
  return JSON.stringify(text).replace(TO_ESCAPE, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** A number that YAML 1.1 and 1.2 read alike: PyYAML takes an exponent only behind a decimal point. */
export function numberScalar(value: number): string {
  const text = JSON.stringify(value);
  return text.includes('e') && !text.includes('.') ? text.replace('e', '.0e') : text;
}
