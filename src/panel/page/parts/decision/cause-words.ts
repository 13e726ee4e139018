import type { Cause } from '../../../../rules/cause.ts';
import { asText } from '../../wire/read.ts';

/** Each cause in a few words, for a list, and in a sentence. The compiler sees to it that none of the closed set is missing. */
const WORDS: Readonly<Record<Cause, readonly [short: string, sentence: string]>> = {
  blocklist_veto: [
    'refused',
    'It was refused: a rule denies it, or the blocklist and the breakers leave nothing usable.',
  ],
  breaker_cooldown: ['cooling down', 'The model was cooling down after failures.'],
  keyword_match: ['words in the task', 'A rule about words in the task decided, such as a review or an image.'],
  size_rule: ['size', 'A rule about size decided: files, lines or tokens.'],
  has_code_rule: ['code', 'A rule about code in the task decided.'],
  hard_rule: ['hard work', 'A rule about hard work decided.'],
  classifier: ['classifier', 'The tier is the choice of the classifier.'],
  session_pin: ['session', 'The session was already on a stronger tier, and stays there.'],
  default_fallthrough: ['default', 'No rule matched, so the default of the policy decided.'],
  fail_safe_strong: ['last resort', 'Nobody could classify the task, so the last resort (fail_safe) decided.'],
  profile_ignored: ['profile ignored', 'The profile that the decision named was ignored. Only old records say so.'],
  role_out_of_scope: ['role kept', 'The caller had fixed the role, so only the model of the decision was taken.'],
  selection_vetoed: ['model vetoed', 'Hermes warned against the model, so another one was taken.'],
  unknown_cause: ['unknown', 'The record names no cause that is known here.'],
};

/** A rule whose id names no kind is recorded as the default, whoever decided: the id tells them apart. */
const OWN_RULE = ['own rule', 'A rule of your own decided.'] as const;

/** A cause in a sentence. `ruleId` null: no rule matched. */
export function causeSentence(cause: unknown, ruleId: unknown): string {
  return wordsOf(cause, ruleId)[1];
}

/** A cause in a word or two. `ruleId` null: no rule matched. */
export function causeLabel(cause: unknown, ruleId: unknown): string {
  return wordsOf(cause, ruleId)[0];
}

function wordsOf(cause: unknown, ruleId: unknown): readonly [string, string] {
  if (cause === 'default_fallthrough' && (ruleId ?? null) !== null) return OWN_RULE;
  const name = asText(cause) ?? '';
  return isCause(name) ? WORDS[name] : WORDS.unknown_cause;
}

function isCause(name: string): name is Cause {
  return Object.hasOwn(WORDS, name);
}
