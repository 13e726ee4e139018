import t from 'tap';
import { createPlain } from '../../../src/jobs/child/plain.ts';

const ID = '20260627_184951_ba55a7';
const FOOTER = `\nResume this session with:\n  hermes --resume ${ID} -p coder\n\nSession:        ${ID}\nDuration:       3s\nMessages:       4 (1 user, 2 tool calls)\n`;

function render(prompt: string, output: string, size = 7) {
  const plain = createPlain(prompt);
  let shown = '';
  for (let at = 0; at < output.length; at += size) shown += plain.write(output.slice(at, at + size));
  return { plain, turnEnded: plain.turnEnded(), shown: shown + plain.end() };
}

t.test('the echo of the prompt is not part of the answer', async (t) => {
  const rows: readonly (readonly [string, string, string, string])[] = [
    ['one line', 'How many is 401 + 1?', 'Query: How many is 401 + 1?\n402\n', '402\n'],
    ['many lines', 'a\n\nb\n  c', 'Query: a\n\nb\n  c\nanswer\n', 'answer\n'],
    ['wrapped', 'one two three', 'Query: one two\nthree\nanswer\n', 'answer\n'],
    ['shortened', 'one two three', 'Query: one tw…\nanswer\n', 'answer\n'],
    ['behind a warning', 'x', 'warning: old config\nQuery: x\nanswer\n', 'warning: old config\nanswer\n'],
    ['framed', 'x', '┊ Query: x\nanswer\n', 'answer\n'],
    ['no echo', 'x', 'answer\nmore\n', 'answer\nmore\n'],
    ['the answer repeats the prompt', 'x', 'Query: x\nx\n', 'x\n'],
    ['no newline at the end', 'x', 'Query: x\nanswer', 'answer'],
  ];
  for (const [name, prompt, output, expected] of rows)
    for (const size of [1, 7, 4096]) t.equal(render(prompt, output, size).shown, expected, `${name} by ${size}`);
});

t.test('the footer is not part of the answer', async (t) => {
  for (const size of [1, 7, 4096]) {
    const { plain, shown, turnEnded } = render('x', `Query: x\nanswer\n${FOOTER}`, size);
    t.equal(shown, 'answer\n');
    t.equal(turnEnded, true);
    t.equal(plain.sessionId(), ID);
    t.equal(plain.toolsRan(), true);
  }
});

t.test('what looks like a footer inside an answer stays', async (t) => {
  const output = `Query: x\nThe footer reads\n${FOOTER}and that is all.\n`;
  const { plain, shown, turnEnded } = render('x', output);
  t.equal(shown, `The footer reads\n${FOOTER}and that is all.\n`);
  t.equal(turnEnded, false);
  t.equal(plain.sessionId(), null);
  t.equal(render('x', 'Query: x\nSession: none\n').shown, 'Session: none\n');
});

t.test('a spinner is shown in its last state, a long line as it comes', async (t) => {
  t.equal(render('x', 'Query: x\n⠋ thinking\r⠙ thinking\rdone\nanswer\r\n').shown, 'done\nanswer\n');
  const long = 'y'.repeat(100_000);
  const plain = createPlain('x');
  t.ok(plain.write(long).length > 90_000, 'without a newline');
  t.equal(plain.write('\nnext\n'), '\nnext\n');
});
