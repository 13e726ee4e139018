import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { readHermesConfig } from '../../src/hermes/config-file.ts';
import { agentQueues, configuredModels } from '../../src/hermes/configured-models.ts';

const FULL = `
model: {default: opus-5, provider: bedrock}
fallback_providers:
  - {model: glm-5.3-flash, provider: zai}
  - {model: deepseek-v4-pro, provider: deepseek}
auxiliary:
  vision:
    model: glm-4.5v
    provider: zai
    fallback_chain: [{model: v1, provider: p1}, {model: v2, provider: p2}]
  compression: {model: haiku, provider: bedrock}
`;

function readText(folder: string, text: string | Buffer) {
  const path = join(folder, 'config.yaml');
  writeFileSync(path, text);
  return readHermesConfig(path);
}

t.test('queues of a full config, in order', async (t) => {
  const queues = agentQueues(readText(t.testdir({}), FULL));
  t.strictSame(
    queues.map(({ key, where, editable, attempts }) => [key, where, editable, attempts.length]),
    [
      ['model', 'config.yaml: model.default + fallback_providers', false, 3],
      ['auxiliary.vision', 'config.yaml: auxiliary.vision', false, 3],
      ['auxiliary.compression', 'config.yaml: auxiliary.compression', false, 1],
    ],
  );
  const models = configuredModels(queues);
  t.strictSame(
    models.map(({ source }) => source),
    [
      ...['model.default', 'fallback_providers', 'fallback_providers'],
      ...['auxiliary.vision', 'auxiliary.vision', 'auxiliary.vision', 'auxiliary.compression'],
    ],
  );
  t.strictSame(models[0], { model: 'opus-5', provider: 'bedrock', source: 'model.default' });
});

t.test('a pair is listed once, under its first source; another provider is another model', async (t) => {
  const models = configuredModels(
    agentQueues({
      model: { default: 'm', provider: 'zai' },
      fallback_providers: [
        { model: 'm', provider: 'zai' },
        { model: 'm', provider: 'zai' },
        { model: 'm', provider: 'openrouter' },
      ],
    }),
  );
  t.strictSame(models, [
    { model: 'm', provider: 'zai', source: 'model.default' },
    { model: 'm', provider: 'openrouter', source: 'fallback_providers' },
  ]);
});

t.test('only complete rows count', async (t) => {
  const good = { model: 'm', provider: 'p' };
  const table: [Parameters<typeof agentQueues>[0], number][] = [
    [null, 0],
    [{}, 0],
    [{ model: 'plain-text' }, 0],
    [{ model: [] }, 0],
    [{ model: { default: 'm' } }, 0],
    [{ model: { default: 'm', provider: '' } }, 0],
    [{ model: { default: 4.7, provider: 'p' } }, 0],
    [{ fallback_providers: 'zai' }, 0],
    [{ fallback_providers: [null, 7, 'x', [], {}, { model: 'm' }, good] }, 1],
    [{ auxiliary: [] }, 0],
    [{ auxiliary: { vision: 'auto', compression: null } }, 0],
    [{ auxiliary: { vision: { provider: 'auto' }, compression: { provider: 'auto' } } }, 0],
    [{ auxiliary: { vision: { provider: 'auto', fallback_chain: [good, { provider: 'p' }] } } }, 1],
    [{ auxiliary: { compression: { ...good, fallback_chain: [good] } } }, 1],
  ];
  for (const [config, expected] of table)
    t.equal(agentQueues(config).flatMap(({ attempts }) => attempts).length, expected, JSON.stringify(config));
});

t.test('config.yaml is read as Hermes reads it, or not at all', async (t) => {
  const table: [string | Buffer, unknown][] = [
    ['a: yes\nb: 010\nc: 2024-01-01\n', { a: true, b: 8, c: '2024-01-01' }],
    ['base: &b {x: 1}\nd:\n  <<: *b\n', { base: { x: 1 }, d: { x: 1 } }],
    ['a: 1\na: 2\n', { a: 2 }],
    ['\ufeffa: 1\r\n', { a: 1 }],
    ['', null],
    ['- a\n', null],
    ['a: [\n', null],
    [Buffer.from([0x61, 0x3a, 0x20, 0xff]), null],
    [`a: ${'['.repeat(20_000)}`, null],
    [
      `a0: &a0 [x]\n${[1, 2, 3, 4, 5, 6, 7, 8, 9].map((i) => `a${i}: &a${i} [${`*a${i - 1},`.repeat(10)}]`).join('\n')}`,
      null,
    ],
  ];
  for (const [text, expected] of table) t.same(readText(t.testdir({}), text), expected, text.toString().slice(0, 30));
  t.equal(readHermesConfig(join(t.testdir({}), 'absent')), null);
});
