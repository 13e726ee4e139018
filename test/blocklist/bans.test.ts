import t from 'tap';
import { isBanned, manualBans } from '../../src/blocklist/bans.ts';
import type { Json } from '../../src/lib/json.ts';

const SOL = [{ model: 'gpt-5.6-sol', provider: 'openai-codex', reason: 'stalls' }];

t.test('a ban names a pair, a model on every rail, or everything (core 14.10)', async (t) => {
  const table: [readonly Json[], string | null, string | null, boolean][] = [
    [SOL, 'gpt-5.6-sol', 'openai-codex', true],
    [SOL, 'GPT-5.6-SOL', 'OPENAI-CODEX', true],
    [SOL, 'gpt-5.6-sol', 'anthropic', false],
    [SOL, 'claude-opus', 'openai-codex', false],
    [SOL, null, 'openai-codex', false],
    [SOL, '', 'openai-codex', false],
    [[{ model: 'broken-model' }], 'broken-model', 'anything', true],
    [[{ model: 'broken-model', provider: '' }], 'broken-model', null, true],
    [[{ model: 'm', provider: 'p' }], 'm', '', true],
    [[{ model: 'm', provider: 'p' }], 'm', null, true],
    [[{ model: 'm', provider: 'p' }], 'different', 'p', false],
    [[{ model: 'M' }], 'm', 'other', true],
    [[{ provider: 'p' }], 'whatever', 'P', true],
    [[{ provider: 'p' }], 'whatever', 'q', false],
    [[{}], 'whatever', 'q', true],
    [[], 'm', 'p', false],
  ];
  for (const [bans, model, provider, expected] of table)
    t.equal(isBanned(bans, model, provider), expected, JSON.stringify([bans, model, provider]));
});

t.test('R-BRK-9 a malformed row bans nothing and stops no other row', async (t) => {
  const rows = [
    'glm-5.3-flash',
    { model: 7 },
    { model: 'x', provider: null },
    { model: null },
    null,
    ['m'],
    { model: 'gpt-5.6-luna', provider: 'openai-codex' },
  ];
  t.equal(isBanned(rows, 'glm-5.3-flash', 'zai'), false);
  t.equal(isBanned(rows, '7', ''), false);
  t.equal(isBanned(rows, 'x', 'p'), false);
  t.equal(isBanned(rows, 'gpt-5.6-luna', 'openai-codex'), true);
});

t.test('the rows are served as written, from any document', async (t) => {
  const rows = ['glm', { model: 'm' }];
  t.same(manualBans({ blocklist: { manual_ban: rows } }), rows);
  for (const document of [null, 7, [], {}, { blocklist: 'off' }, { blocklist: [] }, { blocklist: { manual_ban: 'm' } }])
    t.same(manualBans(document), [], JSON.stringify(document));
});
