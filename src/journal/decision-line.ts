import { isList, isMapping, type Json, type JsonObject, own } from '../lib/json.ts';
import { attemptedOf } from './attempted-head.ts';
import { readPlan } from './plan-record.ts';

/** C1 controls and line separators, which JSON leaves raw: a task must not be able to drive the terminal that shows it. */
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/**
 * One decision as one line for grep (spec: service 10.5): `cause= rule= profile= model= [chain= rejected= strategy= rails=
 * [attempted=]] task="..."`. What is missing reads `-`; `attempted=` is there only when it differs from the declared model.
 */
export function decisionLine(record: JsonObject): string {
  const output = own(record, 'output');
  const declared = isMapping(output) ? output : {};
  const words = [
    `cause=${word(own(record, 'cause'))}`,
    `rule=${word(own(record, 'rule_id'))}`,
    `profile=${word(own(declared, 'profile'))}`,
    `model=${word(own(declared, 'model'))}`,
    ...planWords(own(record, 'chain_plan'), declared),
    `task=${quoted(own(record, 'task'))}`,
  ];
  return words.join(' ');
}

function planWords(stored: Json | undefined, output: JsonObject): string[] {
  if (!isMapping(stored)) return [];
  const plan = readPlan(stored);
  const { model, provider } = attemptedOf(output);
  const words = [
    `chain=${lengthOf(plan.chain)}`,
    `rejected=${lengthOf(plan.rejected) + Number(plan.rejected_truncated)}`,
    `strategy=${word(plan.strategy)}`,
    `rails=${word(plan.independent_rails)}`,
  ];
  return model === '' || model === own(output, 'model')
    ? words
    : [...words, `attempted=${word(`${model}@${provider}`)}`];
}

function lengthOf(value: unknown): number {
  return isList(value) ? value.length : 0;
}

/** A value as one word: plain when it has no blanks or controls, else quoted. */
function word(value: unknown): string {
  if (value === undefined || value === null || value === '') return '-';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /^[!-~]+$/.test(text) ? text : quoted(text);
}

function quoted(value: unknown): string {
  const text = typeof value === 'string' ? value : '';
  return JSON.stringify(text).replace(UNPRINTABLE, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
