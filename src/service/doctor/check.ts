/** How a check ended. `warn`: the router works, but not all of it or not for long. `fail`: it does not do its work. */
export type CheckStatus = 'ok' | 'warn' | 'fail';

/** One thing that was looked at. */
export interface Check {
  /** Stable name. */
  readonly id: string;
  readonly status: CheckStatus;
  /** What was found, for a person. */
  readonly message: string;
  /** The one thing to do about it; `null` where nothing is to be done. */
  readonly cure: string | null;
}

/** What a check found, without its name. */
export type Finding = Omit<Check, 'id'>;

/** All is well. */
export function fine(message: string): Finding {
  return { status: 'ok', message, cure: null };
}

/** Works, but not all of it or not for long. */
export function warning(message: string, cure: string): Finding {
  return { status: 'warn', message, cure };
}

/** Does not do its work. */
export function failure(message: string, cure: string): Finding {
  return { status: 'fail', message, cure };
}
