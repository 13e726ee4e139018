import { Command, CommanderError } from 'commander';
import { CommandError } from '../../src/commands/failure.ts';
import type { CommandIo } from '../../src/commands/output.ts';

/** How a command ended and what it said. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs one command in this process, as main.ts would in its own: for commands of which a test needs many runs. */
export async function runHere(
  register: (program: Command, io: CommandIo) => void,
  env: NodeJS.ProcessEnv,
  argv: readonly string[],
  now: () => Date = () => new Date(),
): Promise<Ran> {
  const said = { code: 0, out: '', err: '' };
  const io: CommandIo = {
    env,
    now,
    colors: false,
    print: (text) => {
      said.out += `${text}\n`;
    },
    write: (text) => {
      said.out += text;
    },
    complain: (text) => {
      said.err += `${text}\n`;
    },
    writeError: (text) => {
      said.err += text;
    },
    exitWith: (code) => {
      said.code = code;
    },
    closed: new AbortController().signal,
  };
  const program = new Command('hermes-router')
    .option('--config <path>')
    .exitOverride()
    .configureOutput({ writeOut: io.write, writeErr: io.writeError });
  register(program, io);
  try {
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return { ...said, code: error.exitCode === 0 ? 0 : 2 };
    if (error instanceof CommandError) return { ...said, code: error.exitCode, err: `${said.err}${error.message}\n` };
    throw error;
  }
  return said;
}
