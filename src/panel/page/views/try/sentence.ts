import { hopName } from '../../parts/decision/plan-facts.ts';
import { count } from '../../parts/format.ts';
import type { Trace } from '../../wire/answers.ts';
import { asText, ownRow, shown } from '../../wire/read.ts';

/** What a dry run decided, in one sentence. */
export interface DecisionSentence {
  /** `Profile coder, tier T4: gpt-5.5 @ openai-codex` */
  readonly what: string;
  /** `by the rule`, with the rule's id to follow; or who else decided. */
  readonly by: string;
  /** Where the task goes without a classifier; null where none is asked. */
  readonly otherwise: string | null;
}

/** Puts a dry run into a sentence. `tier` is what the deciding rule names, null where it names a model. */
export function decisionSentence(
  { decision, if_unclassified: unclassified }: Trace,
  tier: string | null,
): DecisionSentence {
  const { output, matched_rule_id: ruleId } = decision;
  const by = ruleId === null ? 'by the default, since no rule matched' : 'by the rule';
  if (output.deny) return { what: `Refused${reason(output.reason)}`, by, otherwise: null };
  const profile = asText(output.profile);
  const who = profile === null ? 'No profile named' : `Profile ${profile}`;
  if (unclassified !== undefined)
    return {
      what: `${who}; the classifier picks the tier`,
      by,
      otherwise: `Without an answer of the classifier: profile ${unclassified.profile}, ${hopName(unclassified)} (fail_safe).`,
    };
  const hop = hopName({ model: asText(output.model) ?? '', provider: asText(output.provider) ?? '' });
  return { what: `${who}, ${tier === null ? '' : `tier ${tier}: `}${hop}`, by, otherwise: null };
}

/** What was measured to size the task. */
export function sizeSentence({ preview, features }: Trace): string {
  const from = preview.sized_from === 'prompt_text' ? 'what the model will read' : 'the task alone';
  return `Sized from ${from}: ${count(preview.prompt_chars)} characters, about ${count(features.est_input_tokens)} input tokens.`;
}

const TIME_REASONS: Readonly<Record<string, string>> = {
  cheapest_now: 'the tier puts the cheapest hop first',
  time_cap: 'the tier caps prices',
  time_policy: 'the tier avoids peak hours',
  price_window: 'prices are not at their base',
};

/** Whether another hour may decide otherwise, and why; null where it does not. */
export function timeSentence({ preview }: Trace): string | null {
  if (!preview.time_relative) return null;
  const reasons = preview.time_relative_reasons.map((reason) => ownRow(TIME_REASONS, reason) ?? reason);
  return `Another hour may give another order: ${reasons.join(', ')}.`;
}

function reason(text: unknown): string {
  return text === undefined || text === '' ? '' : `: ${shown(text)}`;
}
