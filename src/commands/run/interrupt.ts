/** Exit code of a command that was interrupted. */
export const EXIT_CANCELLED = 130;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Ctrl-C and its like, taken over. */
export interface Interruption {
  /** Aborted by the first one, so that the command can wind up. The second one ends the process at once. */
  readonly signal: AbortSignal;
  /** Gives the signals back. */
  release(): void;
}

/** Takes the signals over until they are given back. */
export function takeInterruption(): Interruption {
  const controller = new AbortController();
  const interrupt = (): void => {
    if (controller.signal.aborted) process.exit(EXIT_CANCELLED);
    controller.abort();
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  return {
    signal: controller.signal,
    release: () => {
      for (const signal of SIGNALS) process.off(signal, interrupt);
    },
  };
}
