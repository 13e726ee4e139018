/** Tags in which models think aloud, opening and closing, with an optional vendor prefix (`<mm:think>`). */
const TAG = /<(\/?)(?:\w{1,16}:)?(?:think|thinking|thought|reasoning)[ \t]{0,8}>/gi;

/** A tag hidden inside another shows up once the inner block is gone; nobody nests deeper than this. */
const MAX_PASSES = 8;

/**
 * An answer without its thinking: closed blocks are cut out, an unclosed one takes all that follows with it (what a thought contains is not
 * the answer), and what stands before a closing tag without an opening one is thought too (some chat templates swallow the opener).
 */
export function withoutThinking(answer: string): string {
  let text = answer;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const shorter = cutBlocks(text);
    if (shorter === text) return text;
    text = shorter;
  }
  // Still tags after that many layers: hostile, and what is left of it is no answer.
  return '';
}

/** One pass, linear in the text: a pattern for whole blocks would be tried to the end at each of many unclosed tags. */
function cutBlocks(text: string): string {
  let kept: string[] = [];
  let from = 0;
  let thinking = false;
  for (const tag of text.matchAll(TAG)) {
    const closes = tag[1] === '/';
    if (closes) {
      if (!thinking) kept = [];
      from = tag.index + tag[0].length;
    } else if (!thinking) kept.push(text.slice(from, tag.index));
    thinking = !closes;
  }
  if (!thinking) kept.push(text.slice(from));
  return kept.join('');
}
