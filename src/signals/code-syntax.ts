import { skipSpaceBack } from './characters.ts';

/** How much of a line is read around a keyword; keeps the work per keyword constant. */
const LINE_REACH = 120;
const LINE_START = /^[\s`>]*(?:(?:export|default|async|public|private|abstract|static|final) +)*$/;
const NAMES = '[\\w.$]+(?: +as +\\w+)?(?: *, *[\\w.$]+(?: +as +\\w+)?)*';

/** What follows each keyword where it is code and not English (`from the start`, `the class of 2024`). */
const AFTER_KEYWORD: ReadonlyMap<string, RegExp> = new Map([
  ['def', /^ +[\p{L}_]\w* *[(:]/u],
  ['class', /^ +(?:[\p{L}_$][\w$]* *(?:[({:<]|(?:extends|implements) )|[A-Z]\w*[`;\s]*$)/u],
  [
    'import',
    new RegExp(`^ *(?:["'{*(]| (?:type +)?(?:${NAMES}[;\`\\s]*(?:(?:#|//).*)?$|[\\w$]+ *(?:,.*)? from +["']))`),
  ],
  ['from', /^ +[\w.]+ +import[ (*]/],
]);

/**
 * True when the word from `start` to `end` is a keyword of code: `def`, `class` and `import` at the start of a line with
 * a definition after them, and `from X import` anywhere. The text is in its own case: keywords are lower case.
 */
export function isCodeSyntax(text: string, start: number, end: number): boolean {
  const keyword = text.slice(start, end);
  const after = AFTER_KEYWORD.get(keyword);
  if (after === undefined || !after.test(restOfLine(text, end))) return false;
  return keyword === 'from' || LINE_START.test(startOfLine(text, start));
}

function restOfLine(text: string, from: number): string {
  const reach = text.slice(from, from + LINE_REACH);
  const feed = reach.indexOf('\n');
  return feed < 0 ? reach : reach.slice(0, feed);
}

/** The line up to `end`; the tail of it, which then is no line start, when it is long. */
function startOfLine(text: string, end: number): string {
  const reach = text.slice(Math.max(0, end - LINE_REACH), end);
  const feed = reach.lastIndexOf('\n');
  return feed < 0 && end > LINE_REACH ? 'long' : reach.slice(feed + 1);
}

/**
 * True when the text opens a code fence: three backticks anywhere (people open them mid-line too), or three tildes at
 * the start of a line. Closing does not matter: an unclosed fence is code to the end.
 */
export function hasFence(text: string): boolean {
  if (text.includes('```')) return true;
  for (let at = text.indexOf('~~~'); at >= 0; at = text.indexOf('~~~', at + 3)) {
    const lineEnd = skipSpaceBack(text, at);
    if (lineEnd === 0 || text.slice(lineEnd, at).includes('\n')) return true;
  }
  return false;
}
