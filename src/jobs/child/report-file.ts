import { createFileReader } from '../../lib/file-reader.ts';
import { isMapping } from '../../lib/json.ts';
import type { TurnReport } from '../process/attempt-shape.ts';
import { errorText } from './stream-json.ts';

/** A reply is text; whatever is larger than this is not one of Hermes' reports. Bytes. */
const MAX_REPORT_BYTES = 4 * 1024 * 1024;

/** A look at the report file of one attempt; null while there is no complete one. One `stat` when nothing changed. Never throws. */
export function createReportReader(path: string): { read(): TurnReport | null } {
  return createFileReader<TurnReport | null>(path, {
    maxBytes: MAX_REPORT_BYTES,
    interpret: (reading) => (reading.state === 'read' ? parseReport(reading.bytes) : null),
  });
}

/** `{pid, exit_code, error, reply}`, or null for anything that is not (yet) such a report. */
export function parseReport(bytes: Uint8Array): TurnReport | null {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
  if (!isMapping(value) || typeof value.exit_code !== 'number') return null;
  const reply = value.reply;
  return {
    exitCode: value.exit_code,
    reply: typeof reply === 'string' ? reply : '',
    error: errorText(value.error),
  };
}
