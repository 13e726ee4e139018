import { rmSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { isJobRefusal } from '../../src/jobs/refusal.ts';
import { finished, jobWhen, openJobContext, steps, submitted } from './job-runs.ts';

const HANG = steps({ text: 'hi' }, { hang: true });
const LIMITS = { kill_grace_seconds: 0.5 };

t.test('the fifth job waits for a slot', async (t) => {
  const context = openJobContext(t, { script: 'exec sleep 60', watchdog: LIMITS });
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) ids.push(await submitted(context, { prompt: 'x', profile: 'coder' }));
  t.strictSame(context.jobs.counts(), { running: 4, queued: 1, slots: 4 });
  const [first = '', , , , fifth = ''] = ids;
  t.match(await context.jobs.find(fifth), { state: 'queued', attempts: [] });
  await context.jobs.cancel(first);
  t.match(await jobWhen(context, fifth, ({ state }) => state === 'running'), { state: 'running' });
});

t.test('who waits too long is sent away, with the names to change', async (t) => {
  const context = openJobContext(t, { watchdog: { ...LIMITS, max_concurrent: 1, queue_wait_seconds: 0.3 } });
  const running = await submitted(context, { prompt: HANG, profile: 'coder' });
  const waited = await finished(context, { prompt: HANG, profile: 'coder' });
  t.match(waited, {
    state: 'failed',
    failure_kind: 'at_capacity',
    attempts: [],
    envelope: {
      success: false,
      retryable: true,
      subagent_id: waited.id,
      error: /cap=1.*plugins\.entries\.hermes-smart-router\.watchdog\.max_concurrent/,
    },
  });
  t.match(await context.jobs.find(running), { state: 'running' });
});

t.test('queue_wait_seconds: 0 waits as long as the job itself may take', async (t) => {
  const context = openJobContext(t, { watchdog: { ...LIMITS, max_concurrent: 1, queue_wait_seconds: 0 } });
  await submitted(context, { prompt: HANG, profile: 'coder' });
  const patient = await submitted(context, { prompt: HANG, profile: 'coder', timeout: 60 });
  const hasty = await finished(context, { prompt: HANG, profile: 'coder', timeout: 1 });
  t.match(hasty, { failure_kind: 'at_capacity' });
  t.match(await context.jobs.find(patient), { state: 'queued' });
});

t.test('a profile that is removed while its job waits is missed before anything is spawned', async (t) => {
  const context = openJobContext(t, { watchdog: { ...LIMITS, max_concurrent: 1 } });
  const running = await submitted(context, { prompt: HANG, profile: 'coder' });
  const waiting = await submitted(context, { prompt: HANG, profile: 'reviewer' });
  rmSync(join(context.paths.profilesDir, 'reviewer'), { recursive: true });
  await context.jobs.cancel(running);
  t.match(await jobWhen(context, waiting, ({ state }) => state !== 'queued' && state !== 'running'), {
    state: 'failed',
    failure_kind: 'unknown_profile',
    attempts: [],
  });
});

t.test('the hundred and first that waits is refused', async (t) => {
  const context = openJobContext(t, { script: 'exec sleep 60', watchdog: { ...LIMITS, max_concurrent: 1 } });
  const accepted = await Promise.all(
    Array.from({ length: 101 }, () => submitted(context, { prompt: 'x', profile: 'coder' })),
  );
  t.strictSame(context.jobs.counts(), { running: 1, queued: 100, slots: 1 });
  const refused = await context.jobs.submit({ prompt: 'x', profile: 'coder' }).then(
    () => null,
    (error: unknown) => error,
  );
  t.ok(isJobRefusal(refused));
  t.match(refused, {
    refusalCode: 'queue_full',
    retryAfterSeconds: 10,
    envelope: { failure_kind: 'at_capacity', retryable: true },
  });
  t.equal((await context.jobs.list({ state: 'queued', limit: 100, cursor: '' })).matched, 100);
  await context.jobs.close();
  const states = await Promise.all(accepted.map(async (id) => (await context.jobs.find(id))?.failure_kind));
  t.strictSame([...new Set(states)], ['daemon_stop'], 'stopping ends all of them');
  const late = await context.jobs.submit({ prompt: 'x', profile: 'coder' }).catch((error: unknown) => error);
  t.match(late, { refusalCode: 'daemon_stopping' });
  t.strictSame(context.jobs.counts(), { running: 0, queued: 0, slots: 1 });
});

t.test('a list is paged by the last job of the page before', async (t) => {
  const context = openJobContext(t, { watchdog: { max_concurrent: 1 } });
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) ids.push(await submitted(context, { prompt: HANG, profile: 'coder' }));
  const first = await context.jobs.list({ state: null, limit: 2, cursor: '' });
  t.strictSame(
    first.jobs.map(({ id }) => id),
    [ids[4], ids[3]],
  );
  t.match(first, { matched: 5, next_cursor: ids[3] });
  const second = await context.jobs.list({ state: null, limit: 3, cursor: first.next_cursor ?? '' });
  t.strictSame(
    second.jobs.map(({ id }) => id),
    [ids[2], ids[1], ids[0]],
  );
  t.notOk('next_cursor' in second);
  const queued = await context.jobs.list({ state: 'queued', limit: 2, cursor: ids[3] ?? '' });
  t.strictSame(
    queued.jobs.map(({ id }) => id),
    [ids[2], ids[1]],
  );
  t.strictSame(await context.jobs.list({ state: null, limit: 2, cursor: 'dp_forgotten' }), { jobs: [], matched: 5 });
});
