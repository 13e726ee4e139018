import { duration } from '../../parts/format.ts';
import { asMapping, asMappings, asNumber, asText, shown } from '../../wire/read.ts';

/** Code points of a task that the log keeps. */
const RECORDED_TASK = 120;

/** One try of a model that Hermes reported for a decision. */
export interface AttemptFacts {
  readonly n: string;
  readonly model: string;
  readonly provider: string;
  readonly outcome: string;
  readonly took: string;
  /** Empty for none. */
  readonly error: string;
}

/** The tries that Hermes reported; null where it reported nothing, which is not the same as none. */
export function attemptsOf(record: Readonly<Record<string, unknown>>): readonly AttemptFacts[] | null {
  if (record.attempts === undefined) return null;
  return asMappings(record.attempts).map((row) => {
    const ms = asNumber(row.duration_ms);
    const { code, message } = asMapping(row.error);
    return {
      n: shown(row.n),
      model: shown(row.model),
      provider: shown(row.provider),
      outcome: asText(row.outcome) ?? 'unknown',
      took: ms === null ? duration(null) : ms < 1000 ? `${ms} ms` : duration(ms / 1000),
      error: [code, message].flatMap((part) => asText(part) ?? []).join(': '),
    };
  });
}

/** True where the log keeps no more than the beginning of the task. */
export function isCut(task: string): boolean {
  return [...task].length >= RECORDED_TASK;
}

/** The id of the job that a decision was made for; null for none. */
export function jobOf(taskId: unknown): string | null {
  const id = asText(taskId);
  return id !== null && /^dp_[0-9a-f]{12}$/.test(id) ? id : null;
}
