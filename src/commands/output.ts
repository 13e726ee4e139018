import { CONTROL_CHARACTERS } from '../lib/text.ts';

/** Where a command prints and what it may read of the process. Passed in, so that a command holds no global. */
export interface CommandIo {
  readonly env: NodeJS.ProcessEnv;
  readonly now: () => Date;
  /** One line, or a block, to standard output. */
  readonly print: (text: string) => void;
  /** Text as it is, to standard output. */
  readonly write: (text: string) => void;
  /** One line to standard error. */
  readonly complain: (text: string) => void;
  /** Text as it is, to standard error. */
  readonly writeError: (text: string) => void;
  /** Ends the command with this exit code once its output is written. */
  readonly exitWith: (code: number) => void;
  /** Whether standard output is a terminal that may be written to in colours. */
  readonly colors: boolean;
  /** Aborted once nobody reads standard output any more: a command that would go on printing ends then. */
  readonly closed: AbortSignal;
}

/** The exit code of a command whose output is lost. */
const EXIT_UNWRITTEN = 1;

/** The process's own streams, clock and exit code. */
export function processIo(): CommandIo {
  const closed = new AbortController();
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // A reader such as `head` may close the pipe early: that is no failure of ours.
    if (error.code === 'EPIPE') return closed.abort();
    process.stderr.write(`hermes-router: standard output cannot be written (${error.code ?? error.message})\n`);
    process.exit(EXIT_UNWRITTEN);
  });
  // What a job prints goes there too: whoever stops reading it has not stopped the job. And there is nowhere left to complain.
  process.stderr.on('error', () => {});
  return {
    env: process.env,
    now: () => new Date(),
    print: (text) => process.stdout.write(`${text}\n`),
    write: (text) => process.stdout.write(text),
    complain: (text) => process.stderr.write(`${text}\n`),
    writeError: (text) => process.stderr.write(text),
    exitWith: (code) => {
      process.exitCode = code;
    },
    colors: process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb',
    closed: closed.signal,
  };
}

/** JSON as the reading commands print it: indented by two. Characters that steer a terminal are written as escapes. */
export function jsonText(value: unknown): string {
  return escaped(JSON.stringify(value, null, 2));
}

/** The same on one line, for output that has one value a line. */
export function jsonLine(value: unknown): string {
  return escaped(JSON.stringify(value));
}

function escaped(json: string): string {
  return json.replace(CONTROL_CHARACTERS, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** A text from a policy or a task without the characters that steer a terminal. */
export function plainText(text: string): string {
  return text.replace(CONTROL_CHARACTERS, '\ufffd');
}
