import { type Logger, pino } from 'pino';
import type { LogLevel } from './settings.ts';

/** Where a log record could carry a secret. Nothing logs headers or tokens; this is the second lock on that door. */
const SECRET_PATHS = ['token', 'authorization', 'headers', 'body', 'api_key'].flatMap((name) => [name, `*.${name}`]);

/**
 * The daemon's log: JSON lines on stderr, written before the call returns, so that the last words of a process that exits
 * early are not lost. There is no access log; failures and the life cycle are all there is to write.
 */
export function createLog(level: LogLevel): Logger {
  return pino(
    { level, redact: { paths: SECRET_PATHS, censor: '[redacted]' } },
    pino.destination({ dest: 2, sync: true }),
  );
}
