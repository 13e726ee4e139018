/** A command that cannot go on: its message goes to stderr, its code is the process's exit code (spec: 1 failed, 2 usage). */
export class CommandError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.name = 'CommandError';
    this.exitCode = exitCode;
  }
}
