/** Blanks, rules, bullets, box drawing, block elements, geometric shapes and braille spinners: what frames text without being any. */
const FRAME = '[\\s\\-=_*|+#~·•⚠❌✗✖\\u2500-\\u25ff\\u2800-\\u28ff\\ufe0f]';
const FRAME_START = new RegExp(`^${FRAME}+`);
const FRAME_END = /[\s\u2500-\u25ff]+$/;
const ALL_FRAME = /^[\s\-=_|+#~\u2500-\u25ff\u2800-\u28ff]*$/;
/** The upper and lower edge of a box carry at most a title. */
const BOX_EDGE = /^\s*[╭╰┌└╔╚].*[╮╯┐┘╗╝]\s*$/;

/** The last `count` lines that say something, without what frames them; oldest first. */
export function lastLines(text: string, count: number): string[] {
  const lines: string[] = [];
  for (const line of text.split(/[\r\n]+/).reverse()) {
    if (isDecoration(line)) continue;
    lines.unshift(line.replace(FRAME_START, '').replace(FRAME_END, ''));
    if (lines.length === count) break;
  }
  return lines;
}

/** Whether a text holds nothing but blanks, rules and empty boxes. */
export function saysNothing(text: string): boolean {
  return text.split(/[\r\n]+/).every(isDecoration);
}

function isDecoration(line: string): boolean {
  return ALL_FRAME.test(line) || BOX_EDGE.test(line);
}
