/** Exit code of a command that was interrupted. */
export const EXIT_CANCELLED = 130;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Takes over Ctrl-C and its like: the first one aborts the signal that is answered, so that the command can wind up; the second one ends the
 * process at once.
 */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  const interrupt = (): void => {
    if (controller.signal.aborted) process.exit(EXIT_CANCELLED);
    controller.abort();
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  return controller.signal;
}
