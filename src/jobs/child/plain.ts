import { createEchoFilter } from './echo.ts';
import type { Rendering } from './rendering.ts';
import { printedSessionId } from './session-id.ts';

/** What `hermes chat -q` prints after the answer, line by line, and nothing else begins with. */
const FOOTER_LINE =
  /^[ \t]*(?:Resume this session with:|hermes --resume \S+.*|Session:[ \t].*|Duration:[ \t].*|Messages:[ \t]+\d.*)?[ \t]*$/;
const FOOTER_WORDS = /Resume this session with:|hermes --resume |Session:|Duration:|Messages:/;
const TOOL_CALLS = /^[ \t]*Messages:[ \t]+\d+ \(.*?(\d+) tool calls?\)/m;

/** The footer has five lines and blank ones between; whatever is longer is part of the answer. */
const FOOTER_LINES = 12;
/** A line longer than this is neither echo nor footer and is shown as it comes. */
const LONGEST_LINE = 4096;

/** Reads the plain text of `hermes chat -q`: the echo of the prompt and the footer are taken out, spinner lines shown in their last state. */
export function createPlain(prompt: string): Rendering {
  const echo = createEchoFilter(prompt);
  /** Lines that are the footer, unless something else follows. */
  let pending: string[] = [];
  let partial = '';
  /** Whether the beginning of the current line was already shown. */
  let midLine = false;
  /** The footer that was taken out at the end. */
  let footer = '';

  function release(): string {
    const text = pending.join('');
    pending = [];
    return text;
  }

  function line(whole: string): string {
    const text = lastState(whole);
    if (echo.active() && echo.isEcho(text.trimEnd())) return '';
    if (!FOOTER_LINE.test(text.trimEnd()) || pending.length >= FOOTER_LINES) return release() + text;
    pending.push(text);
    return '';
  }

  function lines(block: string): string {
    // The common case of a long answer costs one search instead of a look at every line.
    if (!echo.active() && pending.length === 0 && isOrdinary(block)) return block;
    let shown = '';
    for (let from = 0; from < block.length; ) {
      const to = block.indexOf('\n', from) + 1;
      shown += line(block.slice(from, to));
      from = to;
    }
    return shown;
  }

  function write(text: string): string {
    let shown = '';
    let rest = text;
    if (midLine) {
      const end = text.indexOf('\n') + 1;
      if (end === 0) return text;
      shown = text.slice(0, end);
      rest = text.slice(end);
      midLine = false;
    }
    const end = rest.lastIndexOf('\n') + 1;
    if (end > 0) {
      shown += lines(partial + rest.slice(0, end));
      partial = '';
    }
    partial += rest.slice(end);
    if (partial.length <= LONGEST_LINE) return shown;
    shown += release() + partial;
    partial = '';
    midLine = true;
    return shown;
  }

  return {
    write,
    end: () => {
      const rest = partial === '' ? '' : line(partial);
      partial = '';
      const held = release();
      if (!isFooter(held)) return rest + held;
      footer = held;
      return rest;
    },
    answer: () => null,
    result: () => null,
    turnEnded: () => isWholeFooter(pending.join('') + partial),
    toolRunning: () => false,
    toolsRan: () => {
      const calls = TOOL_CALLS.exec(footer)?.[1];
      return calls === undefined ? null : Number(calls) > 0;
    },
    sessionId: () => printedSessionId(footer),
  };
}

/** No line in it is part of a footer, or was redrawn. A blank line at the end may be the first of the footer. */
function isOrdinary(text: string): boolean {
  return text !== '\n' && !text.endsWith('\n\n') && !text.includes('\r') && !FOOTER_WORDS.test(text);
}

/** A spinner redraws its line with carriage returns: only the last state was ever read. */
function lastState(line: string): string {
  const body = line.replace(/\r?\n$/, '');
  const end = body.length < line.length ? '\n' : '';
  return `${body.replace(/\r+$/, '').replace(/^.*\r/s, '')}${end}`;
}

function isFooter(text: string): boolean {
  return /^[ \t]*(?:Resume this session with:|Session:[ \t])/m.test(text) && printedSessionId(text) !== null;
}

/** The footer's last lines are there: nothing will follow but the end of the process. */
function isWholeFooter(text: string): boolean {
  return isFooter(text) && /^[ \t]*Duration:[ \t]/m.test(text);
}
