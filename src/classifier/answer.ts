import { isMapping, type Json, own } from '../lib/json.ts';
import { cutCodePoints } from '../lib/text.ts';
import { findJson } from '../llm/replies/json-answer.ts';
import { namedTier, type RawVerdict } from './ratchet.ts';

/** Code points of an answered value that a trace shows. */
const SHOWN_CHARS = 64;

/**
 * Reads a model's reply: the JSON object in it, with or without a fence, or prose around it. Among several values the first object with a
 * known tier wins; without one, the first value counts if it is an object (it means T4). `null` when there is no such object: then the next
 * hop is asked. A missing confidence is "med". Of a repeated key the last value counts, as JSON has it.
 */
export function parseAnswer(reply: string): RawVerdict | null {
  const found = findJson(reply, (value) => isMapping(value) && namedTier(own(value, 'tier')) !== null, 'objects');
  if (found === null || !isMapping(found.value)) return null;
  const confidence = own(found.value, 'confidence');
  return { tier: own(found.value, 'tier') ?? null, confidence: confidence === undefined ? 'med' : confidence };
}

/** A verdict as the trace keeps it: scalars, and texts no longer than a word or two. */
export function shownVerdict({ tier, confidence }: RawVerdict): { readonly tier: Json; readonly confidence: Json } {
  return { tier: shown(tier), confidence: shown(confidence) };
}

function shown(value: Json): Json {
  if (typeof value === 'string') return cutCodePoints(value, SHOWN_CHARS);
  return typeof value === 'object' && value !== null ? cutCodePoints(JSON.stringify(value), SHOWN_CHARS) : value;
}
