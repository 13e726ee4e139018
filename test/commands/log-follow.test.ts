import { appendFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import t from 'tap';
import { commandHome } from './command-process.ts';
import { lineOf, linesOf, numbers, tasks } from './log-lines.ts';

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
