import { isList, isMapping } from '../lib/json.ts';

const MAX_ITEMS = 8;
const MAX_DEPTH = 3;

/**
 * A value as a diagnostic quotes it: what was written, never an example. Like JSON, except that numbers which JSON
 * cannot carry stay readable (`NaN`, `Infinity`) and long or deep values are cut with `...`. Never throws.
 */
export function writtenValue(value: unknown, depth = 0): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (depth >= MAX_DEPTH && typeof value === 'object' && value !== null) return '...';
  if (isList(value)) return `[${joinItems(value.map((item) => writtenValue(item, depth + 1)))}]`;
  if (isMapping(value)) {
    const items = Object.keys(value).map((key) => `${JSON.stringify(key)}: ${writtenValue(value[key], depth + 1)}`);
    return `{${joinItems(items)}}`;
  }
  return String(value);
}

function joinItems(items: readonly string[]): string {
  return items.length > MAX_ITEMS ? `${items.slice(0, MAX_ITEMS).join(', ')}, ...` : items.join(', ');
}
