import { isList, isMapping, own } from '../lib/json.ts';
import { type ExtraSignals, SIGNAL_LIST_NAMES } from '../signals/features.ts';

/**
 * The words that a policy's `signals:` key adds to the signal lists, trimmed. Tolerant: what lint refuses (an unknown
 * list, a word that is no text) is left out, so that a decision can be made on any policy.
 */
export function extraSignals(document: unknown): ExtraSignals {
  const signals = isMapping(document) ? own(document, 'signals') : undefined;
  if (!isMapping(signals)) return {};
  const lists = SIGNAL_LIST_NAMES.map((name) => [name, words(own(signals, name))] as const);
  return Object.fromEntries(lists.filter(([, list]) => list.length > 0));
}

function words(list: unknown): string[] {
  if (!isList(list)) return [];
  return list.flatMap((word) => (typeof word === 'string' && word.trim() !== '' ? [word.trim()] : []));
}
