import t from 'tap';
import type { JsonObject } from '../../src/lib/json.ts';
import { type AuxiliaryTask, taskSettings } from '../../src/llm/auxiliary-tasks.ts';

const NAMES = { displayName: 'X', description: 'x' };

function settings(
  task: Partial<AuxiliaryTask>,
  auxiliary: JsonObject,
  mayFollowBuiltIn = true,
): { settings: JsonObject; warnings: string[] } {
  const warnings: string[] = [];
  const tasks = new Map<string, AuxiliaryTask>([
    ['classifier', { ...NAMES, ...task }],
    ['second', { ...NAMES, inheritFrom: 'compression' }],
    ['loop', { ...NAMES, inheritFrom: 'classifier' }],
  ]);
  const warn = (message: string): void => void warnings.push(message);
  return { settings: taskSettings('classifier', { config: { auxiliary }, tasks, mayFollowBuiltIn, warn }), warnings };
}

t.test('base, then defaults, then the operator', async (t) => {
  const compression = {
    provider: 'zai',
    model: 'glm',
    base_url: 'http://c',
    api_key: 'c-key',
    timeout: 50,
    reasoning_effort: 'low',
  };
  const follow = { inheritFrom: 'compression' };
  const table: [Partial<AuxiliaryTask>, JsonObject, boolean, JsonObject][] = [
    [{}, {}, true, {}],
    [follow, { compression }, true, compression],
    [follow, { compression }, false, { timeout: 50 }],
    [{ ...follow, defaults: { timeout: 90 } }, { compression }, true, { ...compression, timeout: 90 }],
    [
      { ...follow, defaults: { timeout: 90 } },
      { compression, classifier: { timeout: 7 } },
      true,
      { ...compression, timeout: 7 },
    ],
    [follow, { compression, classifier: { provider: 'auto', model: '' } }, true, compression],
    [
      follow,
      { compression, classifier: { provider: 'deepseek', timeout: 7 } },
      true,
      { provider: 'deepseek', timeout: 7 },
    ],
    [follow, { compression, classifier: { model: 'm' } }, true, { model: 'm', timeout: 50 }],
    [follow, { compression, classifier: { base_url: 'http://o' } }, true, { base_url: 'http://o', timeout: 50 }],
    [follow, { compression, classifier: { api_key: 'stray' } }, true, compression],
    [
      follow,
      { compression, classifier: { reasoning_effort: 'high' } },
      true,
      { ...compression, reasoning_effort: 'high' },
    ],
    [{ defaults: { provider: 'zai', model: 'd' } }, { classifier: { model: 'm' } }, true, { model: 'm' }],
    [{ inheritFrom: 'second' }, { compression }, true, compression],
    [{ inheritFrom: 'second' }, { compression }, false, { timeout: 50 }],
    [{ inheritFrom: 'second' }, { compression, second: { provider: 'xai' } }, false, { provider: 'xai', timeout: 50 }],
  ];
  for (const [task, auxiliary, granted, expected] of table)
    t.same(
      settings(task, auxiliary, granted),
      { settings: expected, warnings: [] },
      JSON.stringify([task, auxiliary, granted]),
    );
});

t.test('a bad base breaks nothing and is said', async (t) => {
  for (const inheritFrom of ['classifier', 'loop', 'nobody', 'voice_chat']) {
    const found = settings({ inheritFrom, defaults: { timeout: 9 } }, { voice_chat: { model: 'v' } });
    t.same(found.settings, { timeout: 9 }, inheritFrom);
    t.match(found.warnings, [/inherits from/], inheritFrom);
  }
});
