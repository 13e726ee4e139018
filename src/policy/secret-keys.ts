import { isMap, isSeq, type ParsedNode } from 'yaml';
import { isList, isMapping, type Json, type JsonObject } from '../lib/json.ts';
import { redactSecrets } from '../lib/redact.ts';
import type { PolicyTree } from './parse.ts';
import { keyText } from './yaml/to-json.ts';

/** Names of what no policy needs and no answer may show. `max_tokens` and its like are counts, not tokens. */
const SECRET_KEY =
  /^(?:.*[_-])?(?:api[_-]?keys?|secrets?|(?:access|auth|bearer|refresh|bot)[_-]?tokens?|token|passwords?|passwd|passphrase|credentials?|authorization|private[_-]?keys?)$/i;

/** A copy without the keys that are named like secrets, at any depth: what faces serve of a policy. */
export function withoutSecretKeys<T extends Json>(value: T): T;
export function withoutSecretKeys(value: Json): Json {
  if (isList(value)) return value.map((item) => withoutSecretKeys(item as Json));
  if (!isMapping(value)) return value;
  return Object.fromEntries(
    Object.entries(value satisfies JsonObject).flatMap(([key, item]) =>
      SECRET_KEY.test(key) ? [] : [[key, item === undefined ? item : withoutSecretKeys(item)]],
    ),
  );
}

/** The text of a policy with the same lines, but a mark in place of every secret, for a diff that people see. */
export function maskedText({ text, root }: Pick<PolicyTree, 'text' | 'root'>): string {
  const ranges: (readonly [number, number])[] = [];
  const walk = (node: ParsedNode | null): void => {
    if (isSeq(node)) for (const item of node.items) walk(item);
    if (!isMap(node)) return;
    for (const { key, value } of node.items) {
      if (value !== null && SECRET_KEY.test(keyText(key) ?? '')) ranges.push([value.range[0], value.range[1]]);
      else walk(value);
    }
  };
  walk(root);
  let masked = '';
  let at = 0;
  for (const [start, end] of ranges) {
    masked += text.slice(at, start) + text.slice(start, end).replace(/\S[^\r\n]*/g, '[redacted]');
    at = end;
  }
  return redactSecrets(masked + text.slice(at));
}
