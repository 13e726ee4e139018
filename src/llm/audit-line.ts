import type { AuditRecord } from './audit.ts';

/**
 * A record as one line, in the words of the host's own audit lines (spec: runtime 20), then what a person needs beside them:
 * `plugin_llm.complete plugin=... provider=... model=... purpose=... tokens=... outcome=... ms=... [task=] [content_type=] [failed=...]`.
 * What is not known reads `-`.
 */
export function auditLine(record: AuditRecord): string {
  const failed = record.attempts.map(
    ({ provider, model, code, status }) => `${model}@${provider}:${code}${status === null ? '' : `:${status}`}`,
  );
  return [
    record.event,
    `plugin=${record.plugin}`,
    `provider=${word(record.provider)}`,
    `model=${word(record.model)}`,
    `purpose=${word(record.purpose)}`,
    `tokens=${record.tokens ?? '-'}`,
    `outcome=${record.outcome}`,
    `ms=${record.elapsed_ms}`,
    ...(record.task === null ? [] : [`task=${word(record.task)}`]),
    ...(record.content_type === undefined ? [] : [`content_type=${record.content_type}`]),
    ...(failed.length === 0 ? [] : [`failed=${word(failed.join(','))}`]),
  ].join(' ');
}

/** A value as one word: names come from files and may hold anything. */
function word(value: string | null): string {
  if (value === null || value === '') return '-';
  return /^[!-~]+$/.test(value) ? value : JSON.stringify(value);
}
