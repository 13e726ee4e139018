import t from 'tap';
import type { Job } from '../../../src/jobs/job.ts';
import type { JobState } from '../../../src/jobs/state.ts';
import { jobRow, readJobRow } from '../../../src/jobs/store/job-row.ts';
import { expiredJobs } from '../../../src/jobs/store/retention.ts';
import { jobIn } from '../job-in.ts';

const at = (seconds: number): Date => new Date(1_800_000_000_000 + seconds * 1000);

t.test('a job comes back from its row as it was', async (t) => {
  const states: JobState[] = [
    { name: 'queued' },
    { name: 'routing', slotAt: at(1) },
    { name: 'running', slotAt: at(1), startedAt: at(2) },
    { name: 'succeeded', startedAt: at(2), endedAt: at(3) },
    { name: 'failed', startedAt: null, endedAt: at(3), failureKind: 'quota_exhausted' },
    { name: 'cancelled', startedAt: at(2), endedAt: at(3) },
    { name: 'lost', startedAt: null, endedAt: at(3) },
  ];
  const attempt = {
    n: 1,
    model: 'm',
    provider: 'p',
    started_at: 'x',
    pid: 42,
    start_ticks: '99',
    boot_id: 'b',
    ended_at: null,
    elapsed_s: null,
    ok: null,
    failure_kind: null,
    exit_code: null,
    signal: null,
    used_tools: null,
  };
  for (const state of states) {
    const job: Job = jobIn(state, 7, { decisionId: 'rt_1', warnings: ['w'], attempts: [attempt], rev: 5 });
    const row = JSON.parse(JSON.stringify(jobRow(job, 'started', at(4))));
    t.strictSame(readJobRow(row), job, state.name);
  }
});

t.test('rows that are none of ours, or broken, are passed over', async (t) => {
  const good = JSON.parse(JSON.stringify(jobRow(jobIn({ name: 'queued' }), 'accepted', at(0))));
  for (const patch of [{ schema: 'other' }, { id: '../../etc' }, { id: 7 }, { created_at: 'x' }, { state: 'dancing' }])
    t.equal(readJobRow({ ...good, ...patch }), null, JSON.stringify(patch));
  t.ok(readJobRow({ ...good, attempts: 'x', output: 1, request: null, warnings: {} }));
});

t.test('what is forgotten: past the number, the age, or the bytes; never a job that lives', async (t) => {
  const ended = (index: number, bytes = 0): Job => {
    const count = { bytes, kept: bytes, truncated: false };
    return jobIn({ name: 'cancelled', startedAt: null, endedAt: at(index) }, index, {
      output: { stdout: count, stderr: count },
    });
  };
  const ids = (indexes: number[]): string[] => indexes.map((index) => ended(index).id);
  const limits = { jobs: 2, ageMs: 60_000, bytes: 1e9 };
  const live = jobIn({ name: 'queued' }, 99);
  t.strictSame(expiredJobs([ended(1), ended(2), ended(3), live], at(4), limits), ids([1]));
  t.strictSame(expiredJobs([ended(1), ended(2)], at(61.5), limits), ids([1]));
  t.strictSame(expiredJobs([ended(1, 4e8), ended(2, 2e8)], at(4), limits), ids([1]));
  t.strictSame(expiredJobs([live], at(1e9), limits), []);
});
