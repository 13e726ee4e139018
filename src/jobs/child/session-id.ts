/** Hermes' own session id: date, time, six hex digits. */
const SESSION_ID = /^\d{8}_\d{6}_[0-9a-f]{6}$/;

/** Where a session id is printed: `-Q` on stderr, old versions on stdout; the footer of `-q`, which has two lines for it. */
const PRINTED = /(?:^|\n)[ \t]*(?:session_id:|Session:|hermes --resume)[ \t]+(\d{8}_\d{6}_[0-9a-f]{6})(?=\s|$)/g;

/** A value as a session id, or null when it is anything but one: it ends up in a command line that people copy. */
export function asSessionId(value: unknown): string | null {
  return typeof value === 'string' && SESSION_ID.test(value) ? value : null;
}

/** The last session id that a text announces, or null. */
export function printedSessionId(text: string): string | null {
  return asSessionId([...text.matchAll(PRINTED)].at(-1)?.[1]);
}
