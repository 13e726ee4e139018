import t from 'tap';
import { createStreamJson } from '../../../src/jobs/child/stream-json.ts';

const ID = '20260627_184951_ba55a7';
const lines = (...events: readonly unknown[]) => events.map((event) => `${JSON.stringify(event)}\n`).join('');

function read(output: string, size = 5) {
  const stream = createStreamJson();
  let shown = '';
  for (let at = 0; at < output.length; at += size) shown += stream.write(output.slice(at, at + size));
  shown += stream.end();
  return { stream, shown };
}

t.test('a whole turn', async (t) => {
  const output = lines(
    { type: 'system', subtype: 'init', session_id: ID },
    { type: 'text', text: 'Let me ' },
    { type: 'text', text: 'look.' },
    { type: 'tool_use', id: 'a', name: 'terminal' },
    { type: 'tool_result', tool_use_id: 'a', content: 'x' },
    { type: 'text', text: 'Done.' },
    { type: 'result', session_id: ID, exit_code: 0, text: 'Done.', tokens: 1, duration_ms: 2 },
  );
  for (const size of [1, 5, 4096]) {
    const { stream, shown } = read(output, size);
    t.equal(shown, 'Let me look.\n[terminal]\nDone.');
    t.equal(stream.answer(), 'Done.');
    t.same(stream.result(), { sessionId: ID, exitCode: 0, text: 'Done.', error: '' });
    t.equal(stream.sessionId(), ID);
    t.equal(stream.toolsRan(), true);
    t.equal(stream.turnEnded(), true);
  }
});

t.test('a tool that runs suspends the idle limit', async (t) => {
  const stream = createStreamJson();
  const steps: readonly (readonly [unknown, boolean])[] = [
    [{ type: 'tool_use', id: 'a', name: 'x' }, true],
    [{ type: 'tool_use', id: 'b', name: 'y' }, true],
    [{ type: 'tool_result', tool_use_id: 'a' }, true],
    [{ type: 'tool_result', tool_use_id: 'b' }, false],
    [{ type: 'tool_use', name: 'anonymous' }, true],
    [{ type: 'tool_result' }, false],
    [{ type: 'tool_use', id: 'c' }, true],
    [{ type: 'tool_result', tool_use_id: 'unheard-of' }, false],
  ];
  for (const [event, running] of steps) {
    stream.write(lines(event));
    t.equal(stream.toolRunning(), running, JSON.stringify(event));
  }
});

t.test('what is no event does no harm', async (t) => {
  const rows: readonly (readonly [string, string, string | null])[] = [
    ['a warning', 'DeprecationWarning: old\n', 'DeprecationWarning: old\n'],
    ['broken JSON', '{"type":"text","te\n', '{"type":"text","te\n'],
    ['an unknown type', lines({ type: 'thinking', text: 'hm' }), ''],
    ['no type', lines({ text: 'hm' }, [1], 5), '[1]\n5\n'],
    ['odd fields', lines({ type: 'text', text: 5 }, { type: 'tool_result' }, { type: ['text'] }), ''],
    ['blank lines', '\n\n  \n', ''],
  ];
  for (const [name, output, expected] of rows) t.equal(read(output).shown, expected, name);
  t.equal(read(lines({ type: 'result', session_id: '../../x', text: 'a' })).stream.sessionId(), null);
  t.equal(read(lines({ type: 'result', exit_code: 1, error: { message: 'no' } })).stream.result()?.error, 'no');
  t.equal(read(lines({ type: 'result', text: 'only here' })).shown, 'only here\n');
});

t.test('D16: tools without a word are no answer, noise without an event is one', async (t) => {
  t.equal(
    read(lines({ type: 'tool_use', id: 'a', name: 'x' }, { type: 'result', exit_code: 0, text: '' })).stream.answer(),
    '',
  );
  t.equal(read('just text\n').stream.answer(), 'just text');
});

t.test('J-28 a line of 20 million characters is not held', async (t) => {
  const stream = createStreamJson();
  stream.write('{"type":"tool_use","id":"a","name":"x"}\n{"type":"tool_result","tool_use_id":"a","content":"');
  const piece = 'x'.repeat(1_000_000);
  for (let n = 0; n < 20; n++) stream.write(piece);
  stream.write('"}\n');
  t.equal(stream.toolRunning(), false, 'its type still counts');
  t.equal(stream.write(lines({ type: 'text', text: 'after' })), 'after');
});
