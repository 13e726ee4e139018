import t from 'tap';
import { KEPT_BYTES } from '../../../src/jobs/child/capture-layout.ts';
import { judge } from '../../../src/jobs/process/verdict.ts';
import { FAKE, runFake } from './fake-attempt.ts';

t.test('J-03 J-14 there is no stdin to wait for, and none that could break', async (t) => {
  const { end } = await runFake(t, { steps: [{ stdin: true }, { show: 'stdin' }, { answer: 'ok' }] });
  t.equal(end.text, 'ok');
  t.match(end.stderr.tail, '"/dev/null"');
});

t.test('J-04 there is no terminal', async (t) => {
  const { end, shown } = await runFake(t, { steps: [{ show: 'session' }, { answer: 'ok' }] });
  t.match(judge(end), { failureKind: null });
  const [group, session, terminal] = shown() as [number, number, number];
  t.equal(group, session, 'it leads a group and session of its own');
  t.not(group, process.pid);
  t.equal(terminal, 0);
});

t.test('J-09 a character in two pieces is one, a torn one at the end is one replacement', async (t) => {
  const { end, file } = await runFake(t, {
    binary: FAKE.old,
    steps: [{ bytes: 'e2' }, { wait: 50 }, { bytes: '9c85' }, { raw: '你'.repeat(5000) }, { bytes: 'ffe29c' }],
  });
  t.equal(end.text, `✅${'你'.repeat(5000)}\ufffd\ufffd`);
  t.ok(file('stdout').subarray(-3).equals(Buffer.from('ffe29c', 'hex')), 'raw bytes are kept as they are');
});

t.test('output without a newline is activity and is shown', async (t) => {
  const { end } = await runFake(t, {
    binary: FAKE.old,
    steps: [{ raw: 'a' }, { wait: 1200 }, { raw: 'b' }, { wait: 1200 }, { raw: 'c' }, { wait: 1200 }, { raw: 'd' }],
    limits: { idleSeconds: 3.3 },
  });
  t.match(judge(end), { failureKind: null });
  t.equal(end.text, 'abcd');
});

t.test('J-28 a flood is bounded in memory and on disk and does not stop the child', async (t) => {
  const rows = [
    ['lines', { flood: 200_000_000 }],
    ['one line', { flood: 100_000_000, line: 0 }],
    ['stderr', { flood: 100_000_000, on: 'stderr' }],
  ] as const;
  for (const [name, flood] of rows)
    await t.test(name, async (t) => {
      const before = process.memoryUsage().rss;
      let most = 0;
      const { end, spec } = await runFake(t, {
        binary: FAKE.old,
        steps: [{ ...flood }, { raw: '\nthe end' }],
        onActivity: () => {
          most = Math.max(most, process.memoryUsage.rss());
        },
      });
      t.equal(end.exitCode, 0);
      t.ok(end.text.endsWith('the end'));
      const counts = spec.sinks[flood === rows[2][1] ? 'stderr' : 'stdout'].counts();
      t.ok(counts.bytes >= flood.flood);
      t.match(counts, { kept: KEPT_BYTES, truncated: true, error: null });
      t.ok(most - before < 150_000_000, `grew by ${(most - before) / 1e6} MB`);
    });
});

t.test('escape sequences are in the stored bytes and in nothing else', async (t) => {
  const { end, file } = await runFake(t, { binary: FAKE.old, steps: [{ answer: '\u001b[1;31mred\u001b[0m' }] });
  t.equal(end.text, 'red');
  t.match(file('stdout').toString(), '\u001b[1;31mred');
  t.notMatch(file('text').toString(), '\u001b');
});

t.test('a session id is taken from either stream, and only in its exact form', async (t) => {
  const id = '20260627_184951_ba55a7';
  const on = (step: object) => runFake(t, { binary: FAKE.old, steps: [{ raw: 'answer\n' }, step] });
  t.equal((await on({ err: `\nsession_id: ${id}\n` })).end.sessionId, id);
  t.equal((await on({ raw: `session_id: ${id}\n` })).end.sessionId, id);
  t.equal((await on({ err: `session_id: ${id}; rm -rf /\n` })).end.sessionId, null);
});
