import type { SeenJob } from '../client/seen-job.ts';
import { isList, isMapping, type JsonObject, own } from '../lib/json.ts';
import { hopText } from './decision-text.ts';
import { plainText } from './output.ts';

/** What a job prints, without what steers a terminal. A progress bar's returns become lines. */
export function printedText(text: string): string {
  return plainText(text.replace(/\r\n?/g, '\n'));
}

/** `profile coder, gpt-5.5 @ openai-codex`; a model of the profile's own is not named. */
export function targetText(target: {
  readonly profile: string;
  readonly model: string;
  readonly provider: string;
}): string {
  const who = target.profile === '' ? 'profile not chosen yet' : `profile ${plainText(target.profile)}`;
  return target.model === '' ? who : `${who}, ${hopText(target)}`;
}

/** One job in one line: `dp_0123456789ab  running  2026-08-17T07:00:00Z  profile coder, gpt-5.5 @ openai-codex  Fix the login bug` */
export function jobLine(job: SeenJob): string {
  return [
    job.id,
    job.state.padEnd(9),
    `${job.createdAt.slice(0, 19)}Z`,
    targetText(job),
    plainText(job.promptPreview).replace(/\s+/g, ' '),
  ].join('  ');
}

/** How a job ended, for a person: one line, and one more for each thing to know. */
export function envelopeText(envelope: JsonObject): string {
  const field = (name: string): string => {
    const value = own(envelope, name) ?? '';
    return plainText(typeof value === 'string' ? value : JSON.stringify(value));
  };
  const line = (title: string, name: string): string[] => (field(name) === '' ? [] : [`${title}: ${field(name)}`]);
  return [
    headline(envelope, field),
    ...line('error', 'error'),
    ...line('hint', 'hint'),
    ...(own(envelope, 'retryable') === true ? ['worth asking again: yes'] : []),
    ...attemptLines(envelope),
    ...(field('reaped') === '' || field('reaped') === '0'
      ? []
      : [`processes stopped after it: ${field('reaped')} ${field('reaped_names')}`]),
    ...line('warnings', 'warnings'),
    ...line('to go on', 'resume_hint'),
  ].join('\n');
}

function headline(envelope: JsonObject, field: (name: string) => string): string {
  const id = field('subagent_id');
  const kind = field('failure_kind');
  const failed = kind === 'cancelled' || kind === 'lost' ? kind : `failed (${kind})`;
  const outcome = own(envelope, 'success') === true ? 'succeeded' : failed;
  const job = id === '' ? 'not started' : `${id} ${outcome}`;
  const target = { profile: field('profile'), model: field('model'), provider: field('provider') };
  const where = target.profile === '' ? '' : `: ${targetText(target)}`;
  const time = field('elapsed_s') === '' ? '' : `, ${field('elapsed_s')} s`;
  return `${job}${where}${time}`;
}

function attemptLines(envelope: JsonObject): string[] {
  const attempts = own(envelope, 'attempts');
  if (!isList(attempts)) return [];
  return attempts.filter(isMapping).map((attempt, index) => {
    const how = own(attempt, 'ok') === true ? 'ok' : plainText(String(own(attempt, 'failure_kind') ?? 'failed'));
    return `attempt ${index + 1}: ${hopText(attempt)}: ${how}`;
  });
}
