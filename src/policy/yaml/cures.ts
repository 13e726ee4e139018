import type { YAMLError } from 'yaml';

/** What is needed of a parser's error. */
export type YamlFault = Pick<YAMLError, 'code' | 'message'>;

/**
 * A syntax message of the yaml package as one line, with what to do about it. Cures go by the package's error codes and by the character
 * at fault, which for hand-written values (`@cf/meta/llama`, `%foo`, `*`, `!urgent`, `a: b: c`) says more than the code.
 */
export function withCure(text: string, offset: number, error: YamlFault): string {
  const message = firstLine(error.message);
  const cure = cureFor(text, offset, error);
  return cure === null ? message : `${message}; ${cure}`;
}

/** Characters that cannot begin a plain value, or that begin something else. */
const SPECIAL_STARTS: ReadonlySet<string> = new Set(['@', '`', '%', '*', '&', '!', '|', '>']);

/** How much of an offending value is repeated in its cure. */
const QUOTED_LENGTH = 60;

function cureFor(text: string, offset: number, error: YamlFault): string | null {
  const value = valueAt(text, offset);
  const first = value.charAt(0);
  if (SPECIAL_STARTS.has(first) && !value.includes('"')) {
    const shown = value.length > QUOTED_LENGTH ? `${value.slice(0, QUOTED_LENGTH)}...` : value;
    return `a value that begins with ${first} must be quoted: quote it as "${shown}"`;
  }
  if (error.message.startsWith('Missing closing')) return 'close the quote or bracket';
  switch (error.code) {
    case 'BLOCK_AS_IMPLICIT_KEY':
    case 'MULTILINE_IMPLICIT_KEY':
      return 'quote a value that contains ": ", or check the indentation of the next line';
    case 'BAD_INDENT':
      return 'check the indentation, and that the bracket is closed';
    case 'MISSING_CHAR':
    case 'UNEXPECTED_TOKEN':
      return 'check the indentation here and in the line above';
    default:
      return null;
  }
}

/** What stands at an offset, up to the end of its line or a comment; cut, because only its beginning is looked at. */
function valueAt(text: string, offset: number): string {
  const line = text.slice(offset, offset + 2 * QUOTED_LENGTH).split('\n', 1)[0] ?? '';
  const comment = line.indexOf(' #');
  return (comment === -1 ? line : line.slice(0, comment)).trim();
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? message;
}
