import type { Test } from 'tap';

/** One pattern a message, in order: a finding too many fails as well as one too few. */
export function checkMessages(t: Test, messages: readonly string[], expected: readonly RegExp[]): void {
  t.equal(messages.length, expected.length, JSON.stringify(messages));
  expected.forEach((pattern, index) => {
    t.match(messages[index], pattern);
  });
}
