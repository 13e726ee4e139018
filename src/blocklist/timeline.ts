/**
 * Two clocks as one. Inside the process time is counted on the monotonic clock, so that a jump of the wall clock neither
 * ends nor prolongs a cooldown; the file and the answers carry epoch seconds, which other processes understand.
 */
export interface Timeline {
  /** Seconds now, on the process timeline: the epoch at opening plus what the monotonic clock has counted since. */
  seconds(): number;
  /** Epoch seconds of a moment of the timeline, by the wall clock as it stands now; rounded to milliseconds. */
  toEpoch(moment: number): number;
  /** The moment of the timeline for epoch seconds, by the wall clock as it stands now. */
  fromEpoch(epoch: number): number;
}

/**
 * @param now the wall clock
 * @param monotonic seconds that never go backwards, from any origin
 */
export function openTimeline(now: () => Date, monotonic: () => number): Timeline {
  const wallSeconds = (): number => now().getTime() / 1000;
  const origin = wallSeconds() - monotonic();
  const seconds = (): number => origin + monotonic();
  const drift = (): number => wallSeconds() - seconds();
  return {
    seconds,
    toEpoch: (moment) => Math.max(0, Math.round((moment + drift()) * 1000) / 1000),
    fromEpoch: (epoch) => epoch - drift(),
  };
}
