/** Exit codes of `serve` beside 0 (stopped by a signal) and 1 (a fault of our own). */
export const EXIT = {
  /** A flag, a variable, or the Node version is wrong: restarting does not help. */
  usage: 2,
  /** Another daemon holds the state directory. */
  stateLocked: 3,
  /** Somebody listens on the port. */
  portInUse: 4,
} as const;
