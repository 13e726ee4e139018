import t from 'tap';
import { effectiveThreshold, modelThresholds, summarizerCap } from '../../src/models/thresholds.ts';
import { upstreamGroup } from '../../src/models/upstream.ts';

t.test('the published table', async (t) => {
  const table: [window: number, values: [number, number, number, number, number]][] = [
    [65_536, [0.9, 0.9, 0.9, 0.875, 0.825]],
    [128_000, [0.9, 0.9, 0.85, 0.8, 0.75]],
    [131_072, [0.9, 0.897, 0.847, 0.797, 0.75]],
    [200_000, [0.9, 0.85, 0.8, 0.75, 0.75]],
    [272_000, [0.866, 0.816, 0.766, 0.75, 0.75]],
    [400_000, [0.822, 0.772, 0.75, 0.75, 0.75]],
    [511_999, [0.795, 0.75, 0.75, 0.75, 0.75]],
    [512_000, [0.795, 0.745, 0.695, 0.645, 0.595]],
    [1_000_000, [0.72, 0.67, 0.62, 0.57, 0.55]],
    [1_048_576, [0.715, 0.665, 0.615, 0.565, 0.55]],
    [1_050_000, [0.714, 0.664, 0.614, 0.564, 0.55]],
    [0, [0.9, 0.9, 0.9, 0.9, 0.9]],
  ];
  for (const [window, values] of table)
    t.strictSame(
      [0, 25, 50, 75, 100].map((aggressiveness) => effectiveThreshold(window, aggressiveness)),
      values,
      `${window}`,
    );
});

t.test('per model, and the summarizer', async (t) => {
  const pairs = [
    ['glm-4.5-flash', 272_000],
    ['gpt-5.6-terra', 1_000_000],
  ] as const;
  t.strictSame(modelThresholds(pairs, 50), { 'glm-4.5-flash': 0.766, 'gpt-5.6-terra': 0.62 });
  const caps = [
    [131_072, 297_680],
    [128_000, 290_000],
    [200_000, 470_000],
    [272_000, 650_000],
    [1_000_000, 2_470_000],
  ];
  for (const [window = 0, cap] of caps) t.equal(summarizerCap(window), cap);
});

t.test('upstream groups', async (t) => {
  const table: [provider: unknown, group: string][] = [
    ['nous', 'openrouter'],
    ['Nous', 'openrouter'],
    ['openrouter', 'openrouter'],
    ['ZAI', 'zai'],
    ['  ZAI  ', 'zai'],
    ['', ''],
    ['  ', ''],
    [null, ''],
    [123, ''],
    ['constructor', 'constructor'],
  ];
  for (const [provider, group] of table) t.equal(upstreamGroup(provider), group);
});
