import t from 'tap';
import { judge } from '../../../src/jobs/process/verdict.ts';
import { FAKE, runFake } from './fake-attempt.ts';

t.test('an answer, in both generations', async (t) => {
  for (const binary of [FAKE.current, FAKE.old]) {
    const { end, file } = await runFake(t, { binary, steps: [{ answer: 'forty-two' }] });
    t.equal(end.reason, 'exited');
    t.equal(end.exitCode, 0);
    t.equal(end.text, 'forty-two');
    t.equal(end.sessionId, '20260627_184951_ba55a7');
    t.equal(end.format, binary.contract.streamJson ? 'stream-json' : 'plain');
    t.equal(file('text').toString().trim(), 'forty-two', 'rendered without echo and footer');
    t.equal(end.stdout.bytes, file('stdout').length);
    t.equal(end.reaped, 0);
    t.match(judge(end), { failureKind: null, retryable: false });
  }
});
