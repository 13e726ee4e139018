import { type Alias, isAlias, isMap, isScalar, isSeq, type ParsedNode, type YAMLMap, type YAMLSeq } from 'yaml';
import type { Json, JsonObject } from '../../lib/json.ts';
import { isMapping } from '../../lib/json.ts';
import { type LineStarts, lineOf, type YamlProblem } from './problem.ts';
import { MAX_DEPTH, TOO_DEEP } from './tokens.ts';

/** How often one anchor may be used. The yaml package's own default. */
export const MAX_USES_OF_AN_ANCHOR = 100;

/** How many values all aliases of a file may stand for together. Ten-fold aliases reach it on their fourth level. */
export const MAX_EXPANDED_VALUES = 10_000;

/** A YAML tree as plain data. `aliases` says what each alias stands for, for whoever walks the tree again. */
export interface JsonResult {
  readonly value: Json;
  readonly problems: readonly YamlProblem[];
  readonly aliases: ReadonlyMap<Alias, ParsedNode>;
}

/** A converted node: its value, how many values it holds and how deep it goes, aliases followed. */
interface Converted {
  readonly value: Json;
  readonly size: number;
  readonly height: number;
}

interface Anchor extends Converted {
  readonly node: ParsedNode;
  uses: number;
}

const NOTHING: Converted = { value: null, size: 1, height: 0 };

/**
 * Turns a composed tree into plain data: text keys only, no duplicates, no `__proto__`, finite numbers, integers that fit, `<<` merged
 * (own keys win, then the first of several sources). The package's `toJS` does the same without places in its errors, compares keys
 * pairwise, and lets aliases multiply. Aliased values are shared, not copied, so that a bomb costs nothing to refuse.
 */
export function toJson(root: ParsedNode | null, lines: LineStarts): JsonResult {
  const problems: YamlProblem[] = [];
  const aliases = new Map<Alias, ParsedNode>();
  const anchors = new Map<string, Anchor>();
  let expanded = 0;

  function report(node: ParsedNode, message: string): void {
    problems.push({ offset: node.range[0], message });
  }

  function convert(node: ParsedNode | null, depth: number): Converted {
    if (node === null) return NOTHING;
    if (isAlias(node)) return follow(node, depth);
    const converted = isMap(node) ? mapping(node, depth) : isSeq(node) ? list(node, depth) : scalar(node);
    if (node.anchor !== undefined) anchors.set(node.anchor, { ...converted, node, uses: 0 });
    return converted;
  }

  function scalar(node: ParsedNode): Converted {
    if (!isScalar(node)) return NOTHING;
    const { value } = node;
    if (typeof value === 'number') {
      if (!Number.isFinite(value)) report(node, `${node.source} is not a finite number`);
      else if (Number.isInteger(value) && !Number.isSafeInteger(value))
        report(node, `${node.source} is too large to be kept exactly; quote it if it is not a number`);
      return { value, size: 1, height: 0 };
    }
    if (typeof value === 'string' || typeof value === 'boolean') return { value, size: 1, height: 0 };
    return NOTHING;
  }

  function list(node: YAMLSeq.Parsed, depth: number): Converted {
    const items = node.items.map((item) => convert(item, depth + 1));
    return { value: items.map(({ value }) => value), ...extent(items) };
  }

  function mapping(node: YAMLMap.Parsed, depth: number): Converted {
    const result: Record<string, Json> = {};
    const written = new Map<string, number>();
    const parts: Converted[] = [];
    for (const { key, value } of node.items) {
      const name = keyName(key, report);
      if (name === null) continue;
      const line = lineOf(lines, key.range[0]);
      const earlier = written.get(name);
      if (earlier !== undefined) {
        report(key, `duplicate key "${name}" on line ${line}; line ${earlier} has it already; remove one`);
        continue;
      }
      written.set(name, line);
      const converted = convert(value, depth + 1);
      parts.push(converted);
      if (name === '<<' && isScalar(key) && key.type === 'PLAIN') merge(result, key, converted.value);
      else result[name] = converted.value;
    }
    return { value: result, ...extent(parts) };
  }

  function merge(into: Record<string, Json>, key: ParsedNode, value: Json): void {
    const sources: readonly Json[] = Array.isArray(value) ? value : [value];
    for (const source of sources) {
      if (!isMapping(source)) report(key, '<< needs a mapping, or a list of mappings');
      else for (const [name, inherited] of entries(source)) if (!Object.hasOwn(into, name)) into[name] = inherited;
    }
  }

  function follow(alias: Alias.Parsed, depth: number): Converted {
    const anchor = anchors.get(alias.source);
    if (anchor === undefined) {
      report(alias, `*${alias.source} has no anchor &${alias.source} before it; quote it if it is text`);
      return NOTHING;
    }
    aliases.set(alias, anchor.node);
    anchor.uses++;
    expanded += anchor.size;
    if (depth + anchor.height > MAX_DEPTH) report(alias, TOO_DEEP);
    if (anchor.uses === MAX_USES_OF_AN_ANCHOR + 1)
      report(alias, `*${alias.source} is used more than ${MAX_USES_OF_AN_ANCHOR} times`);
    if (expanded > MAX_EXPANDED_VALUES && expanded - anchor.size <= MAX_EXPANDED_VALUES)
      report(alias, `aliases stand for more than ${MAX_EXPANDED_VALUES} values`);
    return anchor;
  }

  const { value } = convert(root, 0);
  return { value, problems, aliases };
}

function extent(parts: readonly Converted[]): { size: number; height: number } {
  let size = 1;
  let height = 0;
  for (const part of parts) {
    size += part.size;
    height = Math.max(height, part.height);
  }
  return { size, height: height + 1 };
}

/** A key as text: `4.7:` stays `4.7`. `null` for what is no text. */
export function keyText(key: ParsedNode | null): string | null {
  return isScalar(key) && key.value !== null ? (key.source ?? String(key.value)) : null;
}

/** The name of a key. Reports and gives null for what no policy can use. */
function keyName(key: ParsedNode, report: (node: ParsedNode, message: string) => void): string | null {
  const name = keyText(key);
  if (name === null) report(key, 'a key must be text');
  // Assigning it would set an object's prototype instead of a key.
  if (name === '__proto__') report(key, '"__proto__" cannot be a key');
  return name === '__proto__' ? null : name;
}

function entries(mapping: JsonObject): [string, Json][] {
  return Object.entries(mapping).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
}
