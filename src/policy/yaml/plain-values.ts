import { type Alias, isAlias, isMap, isScalar, isSeq, type ParsedNode, type Scalar } from 'yaml';
import type { YamlProblem } from './problem.ts';
import { describeReading, readsAlike, yaml11Reading } from './readings.ts';
import { fieldType } from './typed-fields.ts';

/** What unquoted values of a policy give rise to. */
export interface PlainValueResult {
  readonly errors: readonly YamlProblem[];
  readonly warnings: readonly YamlProblem[];
}

/** Top-level blocks this build keeps and does not read; `alert.on:` in one of them is a documented spelling. */
const UNREAD = ['alignment', 'shadow'];

/**
 * Finds unquoted values that this reader and Hermes' own (YAML 1.1) take differently: `yes`, `on`, `012`, `22:00`, `1_000`, `1e3`, dates.
 * In a number or boolean field that is an error, since neither reading is safe; elsewhere a warning. Also warns of text cut short by ` #`.
 * The tree must have passed `toJson`, which bounds depth and aliases.
 */
export function checkPlainValues(root: ParsedNode | null, aliases: ReadonlyMap<Alias, ParsedNode>): PlainValueResult {
  const errors = new Map<number, string>();
  const warnings = new Map<number, string>();

  function walk(node: ParsedNode | null, path: readonly string[]): void {
    if (node === null) return;
    if (isAlias(node)) walk(aliases.get(node) ?? null, path);
    else if (isSeq(node)) for (const item of node.items) walk(item, path);
    else if (isMap(node)) for (const { key, value } of node.items) entry(key, value, path);
    else if (isScalar(node)) scalar(node, path);
  }

  function entry(key: ParsedNode, value: ParsedNode | null, path: readonly string[]): void {
    if (!isScalar(key)) return;
    const name = key.source ?? String(key.value);
    if (path.length === 0 && UNREAD.includes(name)) return;
    const merged = name === '<<' && key.type === 'PLAIN';
    if (!merged) scalar(key, []);
    walk(value, merged ? path : [...path, name]);
  }

  function scalar(node: Scalar.Parsed, path: readonly string[]): void {
    if (node.type !== 'PLAIN' || node.tag !== undefined) return;
    const offset = node.range[0];
    if (!readsAlike(node.source, node.value)) {
      const type = fieldType(path);
      if (type === null) warnings.set(offset, `${difference(node)}; quote it`);
      else errors.set(offset, `${difference(node)}; write ${type === 'number' ? 'a plain number' : 'true or false'}`);
    }
    if (typeof node.value === 'string' && node.comment !== undefined && /^[^\s#]/.test(node.comment ?? ''))
      warnings.set(
        offset,
        `the value ends at " #${(node.comment ?? '').slice(0, 20)}", which begins a comment; quote it`,
      );
  }

  walk(root, []);
  return { errors: listed(errors), warnings: listed(warnings) };
}

function difference(node: Scalar.Parsed): string {
  const here = typeof node.value === 'string' ? 'text' : String(node.value);
  return `${node.source} is ${here} here but ${describeReading(yaml11Reading(node.source))} to Hermes' YAML 1.1 reader`;
}

function listed(found: ReadonlyMap<number, string>): YamlProblem[] {
  return [...found].map(([offset, message]) => ({ offset, message })).sort((a, b) => a.offset - b.offset);
}
