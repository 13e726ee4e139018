import t from 'tap';
import { type Job, NO_OUTPUT } from '../../src/jobs/job.ts';
import { countSlots, queueMoves, type WaitingJob } from '../../src/jobs/queue.ts';
import type { JobState } from '../../src/jobs/state.ts';
import { jobIn } from './job-in.ts';

const at = new Date(0);
const waiting = (id: string, queuedAt: number, queueWait = 30, totalSeconds = 600): WaitingJob => ({
  id,
  queuedAt,
  queueWait,
  totalSeconds,
});

t.test('slots are counted from jobs that live, and from nothing else', async (t) => {
  const states: JobState[] = [
    { name: 'queued' },
    { name: 'routing', slotAt: at },
    { name: 'running', slotAt: at, startedAt: at },
    { name: 'stopping', slotAt: at, startedAt: null, stoppingAt: at, cause: 'cancelled' },
    { name: 'succeeded', startedAt: at, endedAt: at },
    { name: 'failed', startedAt: null, endedAt: at, failureKind: 'spawn_error' },
    { name: 'cancelled', startedAt: null, endedAt: at },
    { name: 'lost', startedAt: at, endedAt: at },
  ];
  const jobs: Job[] = states.map((state, index) => jobIn(state, index));
  t.strictSame(countSlots(jobs, 4), { running: 3, queued: 1, slots: 4 });
  t.strictSame(countSlots([], 2), { running: 0, queued: 0, slots: 2 });
  t.equal(jobs[0]?.output, NO_OUTPUT);
});

t.test("first come, first served; patience ends with queue_wait, or with the job's own limit", async (t) => {
  const rows: [WaitingJob[], number, number, string[], string[]][] = [
    [[], 4, 0, [], []],
    [[waiting('a', 0), waiting('b', 0), waiting('c', 0)], 2, 0, ['a', 'b'], []],
    [[waiting('a', 0), waiting('b', 5)], 0, 30, [], ['a']],
    [[waiting('a', 0)], 1, 30, ['a'], []],
    [[waiting('a', 0)], -3, 29.9, [], []],
    [[waiting('a', 0, 0, 3)], 0, 2.9, [], []],
    [[waiting('a', 0, 0, 3)], 0, 3, [], ['a']],
    [[waiting('a', 0, 5, 600)], 0, 5, [], ['a']],
  ];
  for (const [jobs, free, now, start, expire] of rows) t.strictSame(queueMoves(jobs, free, now), { start, expire });
});
