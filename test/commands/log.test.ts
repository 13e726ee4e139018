import { appendFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import t from 'tap';
import { commandHome } from './command-process.ts';

const lineOf = (n: number, more: object = {}): string =>
  `${JSON.stringify({ ts: 1_787_000_000 + n, cause: 'hard_rule', output: { profile: 'coder', model: 'm' }, rule_id: 'r', task: `task ${n}`, id: `id-${n}`, ...more })}\n`;
const linesOf = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, index) => lineOf(from + index)).join('');
const tasks = (out: string): string[] => [...out.matchAll(/task="task (\d+)"/g)].map((match) => match[1] ?? '');
const numbers = (from: number, to: number): string[] => Array.from({ length: to - from }, (_, n) => String(from + n));

t.test('the last decisions, oldest first, across the rotated files', async (t) => {
  const home = commandHome(t);
  writeFileSync(`${home.routes}.1`, linesOf(0, 30));
  writeFileSync(home.routes, `torn"}\n\n${linesOf(30, 35)}["journal_repair",{}]\n`);
  const { code, out, err } = await home.run('log');
  t.equal(code, 0);
  t.equal(err, '');
  t.strictSame(tasks(out), numbers(15, 35), 'twenty by default');
  t.match(out, /^2026-08-17T20:53:50Z cause=hard_rule rule=r profile=coder model=m task="task 30"$/m);
  t.strictSame(tasks((await home.run('log', '--tail', '2')).out), ['33', '34']);
  t.strictSame(tasks((await home.run('log', '--tail', '0')).out), []);
  t.strictSame(tasks((await home.run('log', '--file', `${home.routes}.1`, '--tail', '1')).out), ['29']);
});

t.test(
  '--json: one record a line, with its id and what Hermes reported, and nothing that steers a terminal',
  async (t) => {
    const home = commandHome(t);
    const attempt = { n: 1, model: 'm', provider: 'p', started_at: 5, duration_ms: 7, outcome: 'served' };
    writeFileSync(home.routes, `{"ts":1,"task":"\u009b31m \u202e"}\n${lineOf(2, { task_id: 't', run_id: 7 })}`);
    writeFileSync(
      home.routes.replace('routes', 'attempts'),
      `${JSON.stringify({ schema: 'route-attempts/1', task_id: 't', run_id: 7, ...attempt })}\n`,
    );
    const { out } = await home.run('log', '--json');
    t.notMatch(out, /[\u0080-\u009f\u202e]/);
    const [foreign, ours] = out
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    t.match(foreign, { ts: 1, task: '\u009b31m \u202e', id: /^1-[0-9a-f]{8}$/ });
    t.match(ours, { id: 'id-2', attempts: [attempt] });
  },
);

t.test('no log yet is no error, a file that somebody named is', async (t) => {
  const home = commandHome(t);
  const none = await home.run('log');
  t.equal(none.code, 0);
  t.match(none.err, /no decisions at .*routes\.jsonl yet/);
  for (const path of ['/nowhere/routes.jsonl', home.stateDir]) {
    const { code, err } = await home.run('log', '--file', path);
    t.equal(code, 1, path);
    t.match(err, `no log file at ${path}`);
  }
  for (const tail of ['-1', 'x', '1.5', '1000000']) t.equal((await home.run('log', '--tail', tail)).code, 2, tail);
});

t.test('--follow: each decision once, through two rotations, a mv and an rm', async (t) => {
  const home = commandHome(t);
  const { routes } = home;
  writeFileSync(routes, linesOf(0, 5));
  const follow = home.start('log', '--follow', '--tail', '2');
  const seen: string[] = [];
  const expect = async (count: number) => {
    while (seen.length < count) seen.push(...tasks(await follow.nextLine()));
  };
  await expect(2);
  // Half a line is no decision yet.
  appendFileSync(routes, lineOf(5).slice(0, 40));
  appendFileSync(routes, lineOf(5).slice(40) + lineOf(6));
  await expect(4);
  // Two rotations between two looks: the rest of the old file, all of the middle one, then the new one.
  appendFileSync(routes, lineOf(7));
  renameSync(routes, `${routes}.1`);
  writeFileSync(routes, linesOf(8, 10));
  renameSync(`${routes}.1`, `${routes}.2`);
  renameSync(routes, `${routes}.1`);
  writeFileSync(routes, linesOf(10, 12));
  await expect(9);
  renameSync(routes, `${routes}.elsewhere`);
  writeFileSync(routes, linesOf(12, 13));
  await expect(10);
  rmSync(routes);
  writeFileSync(routes, linesOf(13, 14));
  await expect(11);
  t.strictSame(seen, numbers(3, 14));
});

t.test('--follow waits for a log that is not there, and ends when nobody reads', async (t) => {
  const home = commandHome(t);
  const follow = home.start('log', '-f', '--json');
  // Not before it has looked once: the complaint says so.
  await new Promise((resolve) => follow.child.stderr?.once('data', resolve));
  writeFileSync(home.routes, lineOf(1));
  t.match(JSON.parse(await follow.nextLine()), { id: 'id-1' });
  follow.child.stdout?.destroy();
  const writing = setInterval(() => appendFileSync(home.routes, lineOf(2)), 50);
  t.teardown(() => clearInterval(writing));
  t.equal(await follow.ended, 0);
});
