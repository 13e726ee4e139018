import tap from 'tap';
import { banProblem, banRow, bansEdit, banWords } from '../../../src/panel/page/views/policy/bans/ban.ts';

tap.test('a ban says only what was given', async (t) => {
  t.strictSame(banRow({ model: ' gpt-5.5 ', provider: '', reason: 'quota used up' }), {
    model: 'gpt-5.5',
    reason: 'quota used up',
  });
  t.strictSame(banRow({ model: '', provider: 'zai', reason: ' ' }), { provider: 'zai' });
});

tap.test('a ban of nothing, or of what is banned, is refused', async (t) => {
  const bans = [{ model: 'GLM', provider: 'zai', reason: 'x' }, 'odd', { provider: 'xiaomi' }];
  const table: readonly (readonly [model: string, provider: string, problem: RegExp | null])[] = [
    ['', ' ', /of neither/],
    ['glm', 'ZAI', /already/],
    ['', 'xiaomi', /already/],
    ['glm', '', null],
    ['mimo', 'xiaomi', null],
  ];
  for (const [model, provider, problem] of table) {
    const found = banProblem({ model, provider, reason: 'whatever' }, bans);
    if (problem === null) t.equal(found, null, `${model} @ ${provider} can be banned`);
    else t.match(found, problem, `${model} @ ${provider}`);
  }
});

tap.test('a ban has words', async (t) => {
  const table = [
    [{ model: 'glm', provider: 'zai' }, 'glm @ zai'],
    [{ model: 'glm' }, 'glm, at every provider'],
    [{ provider: 'zai', reason: 'x' }, 'every model of zai'],
    [{ reason: 'x' }, 'everything'],
    [{ model: 5 }, null],
    ['glm', null],
  ] as const;
  for (const [ban, words] of table) t.equal(banWords(ban), words, JSON.stringify(ban));
});

tap.test('the list of bans goes whole', async (t) => {
  t.strictSame(bansEdit([]), { kind: 'set', path: ['blocklist', 'manual_ban'], value: [], label: 'Bans' });
});
