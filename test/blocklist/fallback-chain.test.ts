import t from 'tap';
import { fallbackChain, fallbackFor } from '../../src/blocklist/fallback-chain.ts';

t.test('the chain keeps its strings (core 14.10)', async (t) => {
  const table: [unknown, string[]][] = [
    [{ blocklist: { fallback_chain: ['a', 7, null, 'b'] } }, ['a', 'b']],
    [{ blocklist: { fallback_chain: [{ model: 'a' }] } }, []],
    [{ blocklist: { fallback_chain: 'a' } }, []],
    [{ blocklist: { fallback_chain: {} } }, []],
    [{ blocklist: 'off' }, []],
    [null, []],
  ];
  for (const [document, expected] of table) t.same(fallbackChain(document), expected, JSON.stringify(document));
});

t.test('the replacement is the next entry', async (t) => {
  const chain = ['gpt-5.6-sol', 'glm-5.2'];
  t.equal(fallbackFor(chain, 'gpt-5.6-sol'), 'glm-5.2');
  t.equal(fallbackFor(chain, 'glm-5.2'), null, 'the last has none');
  t.equal(fallbackFor(chain, 'unknown'), null);
  t.equal(fallbackFor(chain, 'GPT-5.6-SOL'), null, 'the case counts');
  t.equal(fallbackFor(['a', 'b', 'a', 'c'], 'a'), 'b', 'the first occurrence counts');
});
