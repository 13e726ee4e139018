import t from 'tap';
import { extraSignals } from '../../src/policy/extra-signals.ts';

t.test('the words a policy adds', async (t) => {
  const table: [unknown, unknown][] = [
    [
      { signals: { hard: ['résoudre', ' démêler '], review: ['relire'] } },
      { hard: ['résoudre', 'démêler'], review: ['relire'] },
    ],
    [{ signals: { hard: ['ok', '', '  ', 7, null], unknown: ['x'], code: [], tools: 'x' } }, { hard: ['ok'] }],
    [{ signals: JSON.parse('{"__proto__": ["x"], "toString": ["y"]}') }, {}],
    [{ signals: 'hard' }, {}],
    [{ signals: null }, {}],
    [{}, {}],
    [null, {}],
    ['x', {}],
  ];
  for (const [document, expected] of table) t.strictSame(extraSignals(document), expected);
});
