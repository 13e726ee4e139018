import { isMapping, type JsonObject } from '../../../../lib/json.ts';
import { causeSentence } from '../../parts/decision/cause-words.ts';
import { featureName, valueWords } from '../../parts/decision/clause-words.ts';
import { hopName } from '../../parts/decision/plan-facts.ts';
import { asMapping, asMappings, asText, ownRow, shown } from '../../wire/read.ts';
import { failSafeWords } from './fail-safe-words.ts';

/** One step of a decision, in words. */
export interface StepWords {
  readonly stage: string;
  /** What the step does, as a title. */
  readonly title: string;
  /** What it was given; empty for nothing worth a word. */
  readonly given: string;
  /** What it made of it. */
  readonly made: string;
  /** The cause it gave, in a sentence; empty for a step that decides nothing. */
  readonly cause: string;
  /** True for the step whose word held. */
  readonly decided: boolean;
  /** What was measured, for the step that measures; null for the others. */
  readonly features: JsonObject | null;
}

type Reader = (input: JsonObject, out: JsonObject) => { readonly given: string; readonly made: string };

const TITLES: Readonly<Record<string, string>> = {
  blocklist: 'Is the model that was asked for blocked?',
  veto: 'The blocklist and the breakers',
  signals: 'Measuring the task',
  rules: 'Going through the rules',
  session_pin: 'The tier of the session',
  cache: 'Looking for the same task among earlier answers',
  classifier: 'Asking the classifier',
  fail_safe: 'The last resort',
};

const RAISED = ' An unsure or unknown answer, or a session that is on a stronger tier, moves it up.';

const READERS: Readonly<Record<string, Reader>> = {
  blocklist: ({ model, provider }, { blocked }) => ({
    given: asText(model) === null ? 'No model was asked for.' : `Asked for: ${pair(model, provider)}.`,
    made: blocked === true ? 'It is blocked.' : blocked === false ? 'Nothing stands against it.' : 'Unknown.',
  }),
  veto: ({ model }, out) => ({ given: `Model: ${asText(model) ?? 'none'}.`, made: outputWords(out) }),
  signals: ({ task }, out) => ({ given: task === undefined ? '' : `Task: ${shown(task)}`, made: measured(out) }),
  rules: (_, { output, rule_id: id }) => ({
    given: '',
    made: `${(id ?? null) === null ? 'None matched, so the default holds.' : `The rule ${shown(id)} matched.`} ${outputWords(asMapping(output))}`,
  }),
  session_pin: ({ pin }, out) => ({
    given: `The session is on ${tier(pin)}.`,
    made: `Lifted to it. ${outputWords(out)}`,
  }),
  cache: (_, out) => ({
    given: '',
    made: `Classified within the last hour, so nobody was asked again. ${outputWords(out)}`,
  }),
  classifier: ({ tier: named, confidence }, { effective_tier: effective, model }) => ({
    given: `It answered ${tier(named)}, with confidence ${shown(confidence ?? 'unknown')}.`,
    made: `Tier ${tier(effective)}: ${shown(model ?? 'no model')}.${named === effective ? '' : RAISED}`,
  }),
  fail_safe: (input, out) => ({ given: failSafeWords(input), made: outputWords(out) }),
};

/** The recorded steps in words, in their order. Marks the last that gave a cause: its word held. */
export function stepWords(steps: unknown, ruleId: unknown): readonly StepWords[] {
  const rows = asMappings(steps);
  const last = rows.findLastIndex(({ cause }) => asText(cause) !== null);
  return rows.map((row, index) => {
    const stage = asText(row.stage) ?? 'unknown';
    const out = asMapping(row.out);
    const read = ownRow(READERS, stage);
    const words = read?.(asMapping(row.in), out) ?? { given: shown(row.in), made: shown(row.out) };
    return {
      stage,
      title: ownRow(TITLES, stage) ?? stage,
      ...words,
      cause: asText(row.cause) === null ? '' : causeSentence(row.cause, ruleId),
      decided: index === last,
      features: stage === 'signals' ? out : null,
    };
  });
}

/** Where an output sends a task, in a sentence. */
export function outputWords(output: JsonObject): string {
  if (output.deny === true) return `Refused${output.reason === undefined ? '' : `: ${shown(output.reason)}`}.`;
  const who = asText(output.profile) === null ? 'No profile named' : `Profile ${output.profile}`;
  if (asText(output.model) === null)
    return `${who}: ${output.action === 'classify' ? 'the tier is for the classifier to pick' : 'no model is named'}.`;
  const instead = asText(output.blocked_model);
  return `${who}: ${pair(output.model, output.provider)}${instead === null ? '' : `, in place of ${instead}, which is blocked`}.`;
}

/** The features that say something: not those that are no, none or 0. */
function measured(features: JsonObject): string {
  const telling = Object.entries(features).filter(([, value]) => isTelling(value));
  if (telling.length === 0) return 'Nothing stood out.';
  return `${telling.map(([name, value]) => (value === true ? featureName(name) : `${featureName(name)}: ${valueWords(name, value)}`)).join('; ')}.`;
}

function isTelling(value: unknown): boolean {
  if (value === false || value === 0 || value === '' || value === null || value === 'unknown') return false;
  return !isMapping(value) && !(Array.isArray(value) && value.length === 0);
}

function pair(model: unknown, provider: unknown): string {
  return hopName({ model: asText(model) ?? '', provider: asText(provider) ?? '' });
}

function tier(name: unknown): string {
  return asText(name) ?? 'no tier';
}
