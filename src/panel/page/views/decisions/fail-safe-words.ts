import type { JsonObject } from '../../../../lib/json.ts';
import { asText, ownRow } from '../../wire/read.ts';

const REASONS: Readonly<Record<string, string>> = {
  no_classifier: 'There was no classifier to ask.',
  classifier_error: 'The classifier gave no usable answer.',
  fallthrough: 'The rule names an action that nobody knows.',
};

/** How a classifier fails, in words: the failures of a call to a model, and a policy without the tier. */
const DETAILS: Readonly<Record<string, string>> = {
  refused: 'Hermes does not allow the call; the Now view says which keys allow it.',
  unknown_task: 'Hermes does not know the task of the call.',
  invalid_provider: 'Hermes does not know its provider.',
  unsupported_provider: 'Its provider cannot be called from outside Hermes.',
  no_provider_configured: 'Hermes has no provider set up.',
  no_model: 'Hermes has no model set up.',
  no_credentials: 'There are no credentials for its provider.',
  cooling: 'It is left alone for a while after failures.',
  queue_timeout: 'Too many calls were waiting.',
  timeout: 'It did not answer in time.',
  network: 'The connection failed.',
  http_status: 'Its provider answered with an error.',
  bad_content_type: 'The answer was of an unexpected kind.',
  bad_reply: 'The answer could not be read.',
  no_choices: 'The answer was empty.',
  empty_reply: 'The answer was empty.',
  truncated: 'The answer was cut off.',
  model_refusal: 'The model declined to answer.',
  no_tier: 'The policy has no such tier.',
};

/** Why the last resort had to decide, in words. */
export function failSafeWords({ reason, detail }: JsonObject): string {
  const why = word(REASONS, reason);
  const how = word(DETAILS, detail);
  return how === '' ? why : `${why} ${how}`;
}

function word(words: Readonly<Record<string, string>>, value: unknown): string {
  const name = asText(value) ?? '';
  return ownRow(words, name) ?? (name === '' ? '' : `Recorded reason: ${name}.`);
}
