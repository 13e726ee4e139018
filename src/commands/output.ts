/** Where a command prints and what it may read of the process. Passed in, so that a command holds no global. */
export interface CommandIo {
  readonly env: NodeJS.ProcessEnv;
  readonly now: () => Date;
  /** One line, or a block, to standard output. */
  readonly print: (text: string) => void;
  /** One line to standard error. */
  readonly complain: (text: string) => void;
  /** Ends the command with this exit code once its output is written. */
  readonly exitWith: (code: number) => void;
}

/** The process's own streams, clock and exit code. */
export function processIo(): CommandIo {
  // A reader such as `head` may close the pipe early: that is no failure of ours.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  return {
    env: process.env,
    now: () => new Date(),
    print: (text) => process.stdout.write(`${text}\n`),
    complain: (text) => process.stderr.write(`${text}\n`),
    exitWith: (code) => {
      process.exitCode = code;
    },
  };
}

/** JSON as the reading commands print it: indented by two. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text from a policy or a task without the characters that steer a terminal. */
export function plainText(text: string): string {
  return text.replace(CONTROL, '\ufffd');
}
