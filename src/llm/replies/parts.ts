import { isList, isMapping, type JsonObject, own } from '../../lib/json.ts';

/** The text of a content field: a string, or a list of parts of which the text parts are joined. Anything else is `""`. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!isList(content)) return '';
  return content
    .map((part) => {
      if (typeof part === 'string') return part;
      const text = isMapping(part) && isTextPart(part) ? own(part, 'text') : '';
      return typeof text === 'string' ? text : '';
    })
    .join('');
}

/** The first non-empty text among some fields of a mapping. */
export function firstText(mapping: JsonObject, keys: readonly string[]): string {
  for (const key of keys) {
    const value = own(mapping, key);
    if (typeof value === 'string' && value !== '') return value;
  }
  return '';
}

/** A finite number of at least 0 in a mapping, else null. */
export function countIn(mapping: unknown, key: string): number | null {
  const value = isMapping(mapping) ? own(mapping, key) : undefined;
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}

function isTextPart(part: JsonObject): boolean {
  const type = own(part, 'type');
  return type === undefined || type === 'text' || type === 'output_text';
}
