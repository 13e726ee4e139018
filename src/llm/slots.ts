/** A bounded number of calls at a time; the rest wait in the order they came. */
export interface Slots {
  /** Settles with the function that gives the slot back (calling it twice is harmless). Rejects with the signal's reason when that fires first. */
  take(signal: AbortSignal): Promise<() => void>;
}

/** @param count how many may be held at once */
export function openSlots(count: number): Slots {
  let free = count;
  const waiting: (() => void)[] = [];

  function give(): () => void {
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    };
  }

  return {
    take: (signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        if (free > 0) {
          free--;
          return resolve(give());
        }
        const leave = (): void => {
          waiting.splice(waiting.indexOf(turn), 1);
          reject(signal.reason);
        };
        const turn = (): void => {
          signal.removeEventListener('abort', leave);
          resolve(give());
        };
        signal.addEventListener('abort', leave, { once: true });
        waiting.push(turn);
      }),
  };
}
