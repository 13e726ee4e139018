import t from 'tap';
import { explicitTarget, plannedTargets, routedTargets } from '../../src/jobs/targets.ts';
import type { JsonObject } from '../../src/lib/json.ts';

const LUNA = { model: 'gpt-5.6-luna', provider: 'openai-codex' };
const SEEK = { model: 'deepseek-v4-flash', provider: 'deepseek' };
const GLM = { model: 'glm-5.3', provider: 'zai' };
const OUTPUT = { profile: 'coder', ...GLM, fallback: [LUNA, SEEK] };
const NOBODY = { model: '', provider: '' };

t.test('targets of a decision: the planned chain, else what it declares', async (t) => {
  const rows: [unknown, object[]][] = [
    [
      {
        model: 'declared',
        provider: 'a',
        fallback: [{ model: 'hop', provider: 'b' }],
        chain: [{ model: 'planned', provider: 'c' }],
      },
      [{ model: 'planned', provider: 'c' }],
    ],
    [
      { model: 'declared', provider: 'a', fallback: [{ model: 'hop', provider: 'b' }] },
      [
        { model: 'declared', provider: 'a' },
        { model: 'hop', provider: 'b' },
      ],
    ],
    [{ profile: 'coder' }, []],
    [{ model: 'm', chain: 'not-a-list' }, [{ model: 'm', provider: '' }]],
    [{ model: 'm', chain: [{ provider: 'p' }] }, [{ model: 'm', provider: '' }]],
    [
      { model: 'm', fallback: ['x', null, { model: 3 }, { model: 'n', provider: 5 }] },
      [
        { model: 'm', provider: '' },
        { model: 'n', provider: '' },
      ],
    ],
    [
      {
        model: 'a',
        provider: 'x',
        fallback: [
          { model: 'a', provider: 'x' },
          { model: 'b', provider: 'y' },
        ],
      },
      [
        { model: 'a', provider: 'x' },
        { model: 'b', provider: 'y' },
      ],
    ],
    ['text', []],
    [null, []],
    [[], []],
  ];
  for (const [output, expected] of rows) t.strictSame(plannedTargets(output), expected, JSON.stringify(output));
});

t.test("I16 a caller's model never meets the rail of another one", async (t) => {
  const tiers = { T1: { model: 'glm-5.3-flash', provider: 'zai', fallback: [LUNA] } };
  const rows: [JsonObject, object, object[]][] = [
    [{ ...OUTPUT, chain: [LUNA] }, NOBODY, [LUNA]],
    [{ ...OUTPUT, chain: [SEEK, LUNA] }, NOBODY, [SEEK, LUNA]],
    [OUTPUT, NOBODY, [GLM, LUNA, SEEK]],
    [
      { ...OUTPUT, chain: [LUNA] },
      { model: 'operator-choice', provider: '' },
      [{ model: 'operator-choice', provider: '' }, LUNA],
    ],
    [{ ...LUNA, chain: [LUNA, LUNA] }, { model: LUNA.model, provider: '' }, [LUNA]],
    [{ profile: 'coder' }, NOBODY, [NOBODY]],
    [OUTPUT, { model: 'glm-5.3-flash', provider: '' }, [{ model: 'glm-5.3-flash', provider: 'zai' }, GLM, LUNA, SEEK]],
    [
      OUTPUT,
      { model: LUNA.model, provider: 'own-rail' },
      [{ model: LUNA.model, provider: 'own-rail' }, GLM, LUNA, SEEK],
    ],
  ];
  for (const [output, asked, expected] of rows)
    t.strictSame(routedTargets(output, { ...NOBODY, ...asked }, { tiers }), expected, JSON.stringify([output, asked]));
});

t.test('a fixed profile has one target, its rail from the tier table', async (t) => {
  const halfEdited = {
    tiers: {
      T1: ['a list'],
      T2: { fallback: 'text' },
      T3: {
        model: 'primary',
        provider: 'p3',
        fallback: ['bare', { provider: 'x' }, { model: 'other', provider: 'o' }],
      },
      T4: {
        fallback: [
          { model: 'fallback-only-hop', provider: 'xiaomi' },
          { model: 'primary', provider: 'later' },
        ],
      },
    },
  };
  const rows: [string, string, JsonObject, string][] = [
    ['primary', '', halfEdited, 'p3'],
    ['fallback-only-hop', '', halfEdited, 'xiaomi'],
    ['unknown', '', halfEdited, ''],
    ['primary', 'given', halfEdited, 'given'],
    ['glm-5.3', '', { tiers: [{ model: 'glm-5.3', provider: 'zai' }] }, ''],
    ['', '', halfEdited, ''],
  ];
  for (const [model, provider, document, expected] of rows)
    t.strictSame(explicitTarget({ model, provider }, document), { model, provider: expected }, model);
});

t.test('a target holds nothing of the request it was asked for in', async (t) => {
  const request = { model: 'm', provider: 'p', prompt: 'secret' };
  t.strictSame(explicitTarget(request, {}), { model: 'm', provider: 'p' });
  t.strictSame(routedTargets({}, request, {}), [{ model: 'm', provider: 'p' }]);
});
