import t from 'tap';
import { isSameProcess, processMark } from '../../src/lib/process-mark.ts';
import { isAlive, readProcess } from '../../src/lib/process-row.ts';
import { lives, startZombie } from '../processes.ts';

const GONE = 4_194_305;

t.test('a process is known by its pid, its start and the boot', async (t) => {
  const mark = processMark(process.pid);
  t.match(mark, { pid: process.pid, startTicks: /^\d+$/, bootId: /^[0-9a-f-]{36}$/ });
  if (mark === null) return;
  const table: [what: string, change: object, same: boolean][] = [
    ['itself', {}, true],
    ['marked without /proc', { startTicks: null, bootId: null }, true],
    ['a later one with its pid', { startTicks: '1' }, false],
    ['one of another boot', { bootId: 'f0000000-0000-0000-0000-000000000000' }, false],
    ['one that is gone', { pid: GONE }, false],
  ];
  for (const [what, change, same] of table) t.equal(isSameProcess({ ...mark, ...change }), same, what);
  t.equal(processMark(GONE), null);
  t.equal(processMark(1)?.pid, 1, 'one of another user lives too');
});

t.test('a zombie is dead, although it answers signals', async (t) => {
  const pid = await startZombie(t);
  t.ok(process.kill(pid, 0));
  const row = readProcess(pid);
  t.match(row, { pid, state: 'Z' });
  t.equal(row && isAlive(row), false);
  t.equal(lives(pid), false);
  t.equal(processMark(pid), null);
  const bootId = processMark(process.pid)?.bootId ?? null;
  t.equal(isSameProcess({ pid, startTicks: String(row?.startTicks), bootId }), false);
});
