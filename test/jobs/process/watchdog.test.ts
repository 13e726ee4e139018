import t from 'tap';
import { nextDeadline, startWatchdog, type Watched } from '../../../src/jobs/process/watchdog.ts';

const LIMITS = { ttfbSeconds: 1, idleSeconds: 2, hardSeconds: 10, graceSeconds: 1 };
const SILENT: Watched = { startedAt: 0, lastOutputAt: null, turnEndedAt: null, toolRunning: false };

t.test('the next deadline', async (t) => {
  const rows: readonly (readonly [string, Partial<Watched>, number, string])[] = [
    ['nothing came', {}, 1000, 'ttfb_timeout'],
    ['something came', { lastOutputAt: 500 }, 2500, 'idle_timeout'],
    ['a tool runs', { lastOutputAt: 500, toolRunning: true }, 10_000, 'hard_timeout'],
    ['idle would be later than hard', { lastOutputAt: 9000 }, 10_000, 'hard_timeout'],
    ['the answer is complete', { lastOutputAt: 500, turnEndedAt: 600 }, 5600, 'lingered'],
    ['complete just before the end', { lastOutputAt: 9000, turnEndedAt: 9000 }, 10_000, 'lingered'],
  ];
  for (const [name, watched, at, reason] of rows)
    t.same(nextDeadline({ ...SILENT, ...watched }, LIMITS), { at, reason }, name);
  t.equal(nextDeadline(SILENT, { ...LIMITS, ttfbSeconds: 10, idleSeconds: 10 }).reason, 'hard_timeout', 'equal limits');
});

t.test('J-20 a limit of 30 days does not bite at once', async (t) => {
  const days = { ttfbSeconds: 2_592_000, idleSeconds: 2_592_000, hardSeconds: 2_592_000, graceSeconds: 1 };
  const startedAt = performance.now();
  const long = startWatchdog(() => ({ ...SILENT, startedAt }), days);
  const short = startWatchdog(() => ({ ...SILENT, startedAt }), { ...days, ttfbSeconds: 0.2 });
  t.equal(await Promise.race([long.bite, short.bite]), 'ttfb_timeout');
  t.ok(performance.now() - startedAt >= 200);
  long.release();
});

t.test('two are watched at once, each by its own limits, and neither spins', async (t) => {
  const startedAt = performance.now();
  const looks = [0, 0];
  const watch = (index: number, watched: Partial<Watched>, limits: Partial<typeof LIMITS>) =>
    startWatchdog(
      () => {
        looks[index] = (looks[index] ?? 0) + 1;
        return { ...SILENT, startedAt, ...watched };
      },
      { ...LIMITS, ...limits },
    );
  const silent = watch(0, {}, { ttfbSeconds: 1.1 });
  const stalled = watch(1, { lastOutputAt: startedAt }, { idleSeconds: 1.6 });
  t.same(await Promise.all([silent.bite, stalled.bite]), ['ttfb_timeout', 'idle_timeout']);
  // Two or three looks each half second.
  for (const count of looks) t.ok(count < 40, `${count} looks`);
});

t.test('J-20 what happened while the loop was blocked is seen before the watchdog bites', async (t) => {
  const startedAt = performance.now();
  let turnEndedAt: number | null = null;
  const watchdog = startWatchdog(() => ({ ...SILENT, startedAt, turnEndedAt }), { ...LIMITS, ttfbSeconds: 0.05 });
  // As output does that waits in a pipe: delivered in the turn after the timers.
  setTimeout(() => {
    setImmediate(() => {
      turnEndedAt = performance.now();
    });
    while (performance.now() - startedAt < 300);
  }, 1);
  t.equal(await watchdog.bite, 'lingered');
});
