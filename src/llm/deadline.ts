/** The time limit of one call, and its caller's wish to end it earlier, as one signal. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Milliseconds left, never below 0. */
  remainingMs(): number;
  /** What fired the signal; null = nothing yet. */
  ended(): 'timeout' | 'aborted' | null;
  /** Lets go of the timer and of the caller's signal. */
  release(): void;
}

/** What timers can hold. A longer one would fire at once. Milliseconds. */
export const LONGEST_TIMER_MS = 2_147_483_647;

/** Starts a limit of so many milliseconds, from now to the last byte. */
export function startDeadline(limitMs: number, outer: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const end = performance.now() + limitMs;
  let cause: 'timeout' | 'aborted' | null = null;
  const stop = (why: 'timeout' | 'aborted') => (): void => {
    cause ??= why;
    controller.abort();
  };
  const onAbort = stop('aborted');
  const timer = setTimeout(stop('timeout'), Math.min(limitMs, LONGEST_TIMER_MS));
  outer?.addEventListener('abort', onAbort, { once: true });
  if (outer?.aborted === true) onAbort();
  return {
    signal: controller.signal,
    remainingMs: () => Math.max(0, end - performance.now()),
    ended: () => cause,
    release: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', onAbort);
    },
  };
}
