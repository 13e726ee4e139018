import { plural } from '../../parts/format.ts';
import type { Job } from '../../wire/answers.ts';
import { asNumber, asText, asTexts } from '../../wire/read.ts';
import { failureKindWords } from './words.ts';

/** The envelope of a job that has ended. */
export type JobEnvelope = NonNullable<Job['envelope']>;

/** How a job ended, one sentence each; empty where there is nothing to say. */
export interface EnvelopeWords {
  readonly headline: string;
  /** What the router says went wrong. */
  readonly error: string;
  readonly hint: string;
  /** Whether to ask again. */
  readonly again: string;
  /** Sentences about what it left behind. */
  readonly traces: readonly string[];
  readonly resume: string;
  /** The end of what it wrote to stderr. */
  readonly stderr: string;
}

/** Puts an envelope into words. */
export function envelopeWords(envelope: JobEnvelope): EnvelopeWords {
  const kind = failureKindWords(envelope.failure_kind);
  return {
    headline: envelope.success ? 'It succeeded.' : sentence(`It did not succeed: ${kind ?? 'for no stated reason'}`),
    error: envelope.success ? '' : (asText(envelope.error) ?? ''),
    hint: asText(envelope.hint) ?? '',
    again: envelope.success ? '' : againWords(envelope.retryable),
    traces: [...reapedWords(envelope), ...toolWords(envelope)],
    resume: asText(envelope.resume_hint) ?? '',
    stderr: asText(envelope.stderr) ?? '',
  };
}

function againWords(retryable: boolean): string {
  return retryable ? 'Asking again may help.' : 'Asking again the same way will not help.';
}

function reapedWords(envelope: JobEnvelope): string[] {
  const fields: Readonly<Record<string, unknown>> = envelope;
  const reaped = asNumber(envelope.reaped) ?? 0;
  const unknown = asNumber(fields.unknown) ?? 0;
  const names = asTexts(fields.reaped_names).join(', ');
  return [
    ...(reaped === 0
      ? []
      : [`${plural(reaped, 'process', 'processes')} it left behind had to be stopped${names && `: ${names}`}.`]),
    ...(unknown === 0 ? [] : [`${plural(unknown, 'process', 'processes')} could not be looked at.`]),
  ];
}

function toolWords({ attempts_with_tools: attempts }: JobEnvelope): string[] {
  if (attempts === undefined || attempts === 0) return [];
  return [`${plural(attempts, 'attempt')} used tools and may have changed something.`];
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
