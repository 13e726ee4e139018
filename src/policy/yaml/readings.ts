/**
 * What YAML 1.1, which Hermes reads (PyYAML), makes of an unquoted value. The yaml package has a 1.1 schema too, but it reads `1e3` and
 * `1.5e3` as numbers where PyYAML reads text, so the patterns are PyYAML's own (resolver.py); `y` and `n` are the 1.1 specification's.
 */
export type Yaml11Reading =
  | { readonly kind: 'text' | 'date' | 'special' }
  | { readonly kind: 'null' }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'number'; readonly value: number };

const TRUE = /^(?:y|Y|yes|Yes|YES|true|True|TRUE|on|On|ON)$/;
const FALSE = /^(?:n|N|no|No|NO|false|False|FALSE|off|Off|OFF)$/;
const NULL = /^(?:~|null|Null|NULL|)$/;
const BINARY = /^([-+]?)0b([01_]+)$/;
const OCTAL = /^([-+]?)0([0-7_]+)$/;
const HEXADECIMAL = /^([-+]?)0x([0-9a-fA-F_]+)$/;
const DECIMAL = /^[-+]?(?:0|[1-9][0-9_]*)$/;
const FLOAT = /^(?:[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?)$/;
const SEXAGESIMAL = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/;
const NOT_FINITE = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
const DATE =
  /^\d{4}-\d\d-\d\d$|^\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?$/;

/** Reads one unquoted value the YAML 1.1 way. */
export function yaml11Reading(source: string): Yaml11Reading {
  if (NULL.test(source)) return { kind: 'null' };
  if (TRUE.test(source)) return { kind: 'boolean', value: true };
  if (FALSE.test(source)) return { kind: 'boolean', value: false };
  if (source === '=' || source === '<<') return { kind: 'special' };
  if (DATE.test(source)) return { kind: 'date' };
  if (NOT_FINITE.test(source)) return { kind: 'number', value: Number.NaN };
  const value = numberIn(source);
  return value === null ? { kind: 'text' } : { kind: 'number', value };
}

/** Whether both readers agree on an unquoted value, given what YAML 1.2 made of it. */
export function readsAlike(source: string, value: unknown): boolean {
  const reading = yaml11Reading(source);
  switch (reading.kind) {
    case 'null':
      return value === null;
    case 'boolean':
    case 'number':
      return Object.is(reading.value, value) || (reading.value === 0 && value === 0);
    case 'text':
      return typeof value === 'string';
    default:
      return false;
  }
}

/** The other reader's value in words, for a message. */
export function describeReading(reading: Yaml11Reading): string {
  switch (reading.kind) {
    case 'boolean':
    case 'number':
      return String(reading.value);
    case 'text':
      return 'text';
    case 'date':
      return 'a date';
    default:
      return reading.kind === 'null' ? 'nothing' : 'an error';
  }
}

function numberIn(source: string): number | null {
  for (const [pattern, base] of [
    [BINARY, 2],
    [OCTAL, 8],
    [HEXADECIMAL, 16],
  ] as const) {
    const match = pattern.exec(source);
    if (match) return signOf(source) * Number.parseInt((match[2] ?? '').replaceAll('_', '') || '0', base);
  }
  if (DECIMAL.test(source) || FLOAT.test(source)) return Number(source.replaceAll('_', ''));
  return SEXAGESIMAL.test(source) ? sexagesimal(source) : null;
}

/** `22:00` is 1320 in YAML 1.1: base sixty. */
function sexagesimal(source: string): number {
  const digits = source.replaceAll('_', '').replace(/^[-+]/, '').split(':');
  return signOf(source) * digits.reduce((total, part) => total * 60 + Number(part), 0);
}

function signOf(source: string): 1 | -1 {
  return source.startsWith('-') ? -1 : 1;
}
