import { CONTROL_CHARACTERS } from '../../../../lib/text.ts';
/** Text of a terminal as a page may show it, and what was held back because it is not complete yet. */
export interface TerminalText {
  readonly shown: string;
  /** Belongs in front of the next piece. */
  readonly held: string;
}

/** Colours and cursor moves (`ESC [ ... letter`), titles and links (`ESC ] ... BEL`), and the short ones. Shown as nothing. */
const SEQUENCE =
  /\u001b\[[0-?]*[ -/]*[@-~]|\u009b[0-?]*[ -/]*[@-~]|\u001b[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[ -/]*[0-~]/g;

/** A sequence that has begun and not ended, or a return whose newline may follow. */
const UNFINISHED = /(?:\u001b(?:\[[0-?]*[ -/]*|[\]PX^_][^\u0007\u001b]*\u001b?|[ -/]*)|\u009b[0-?]*[ -/]*|\r)$/;

/** A sequence longer than this is none. Characters. */
const LONGEST_SEQUENCE = 256;

/** Cleans the next piece of a stream. `held` is what the piece before left; nothing after a gap. */
export function terminalText(held: string, piece: string): TerminalText {
  const whole = held + piece;
  const begin = Math.max(0, whole.length - LONGEST_SEQUENCE);
  const unfinished = UNFINISHED.exec(whole.slice(begin));
  const end = unfinished === null ? whole.length : begin + unfinished.index;
  return { shown: clean(whole.slice(0, end)), held: whole.slice(end) };
}

/** What a stream held back, once nothing follows. */
export function lastOfTerminal(held: string): string {
  return held.startsWith('\r') ? clean(held) : '';
}

/** A progress bar's returns become lines; what else steers a terminal becomes a mark, as on the command line. */
function clean(text: string): string {
  return text.replace(SEQUENCE, '').replace(/\r\n?/g, '\n').replace(CONTROL_CHARACTERS, '\ufffd');
}
