import { writeFileSync } from 'node:fs';
import t from 'tap';
import { commandHome } from './command-process.ts';
import { lineOf, linesOf, numbers, tasks } from './log-lines.ts';

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
  const check = async (tail: string) => t.equal((await home.run('log', '--tail', tail)).code, 2, tail);
  await Promise.all(['-1', 'x', '1.5', '1000000'].map(check));
});
