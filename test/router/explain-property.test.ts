import fc from 'fast-check';
import t from 'tap';
import { explainTask } from '../../src/router/explain.ts';
import { ExplainInputError } from '../../src/router/input-error.ts';
import { BASE_POLICY, withTiers } from './policies.ts';

const models = (rows: readonly object[]) => rows.map((row) => ('model' in row ? row.model : undefined));

const HARD = 'Debug a race condition';
const TRIVIAL = 'Rename getCwd in utils.py';
const PLAIN = 'Write a poem about the sea';

t.test('whatever the task and the policy are, only the one typed error is thrown', async (t) => {
  const scalars = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom('T1', 'T9', 'glm-5.3-flash', 'classify', true),
  );
  const part = fc.record(
    {
      rules: fc.oneof(
        scalars,
        fc.array(fc.record({ id: scalars, when: scalars, then: scalars }, { requiredKeys: [] })),
      ),
      default: scalars,
      tiers: scalars,
      fail_safe: scalars,
      classifier: scalars,
      blocklist: scalars,
      price_windows: scalars,
      signals: scalars,
    },
    { requiredKeys: [] },
  );
  const task = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom(HARD, TRIVIAL, PLAIN));
  const at = fc.option(fc.date({ noInvalidDate: false }));
  const onlyTyped = (text: string, policy: unknown, moment: Date | null, prompt: string): void => {
    try {
      JSON.stringify(explainTask(text, policy, { at: moment, promptText: prompt }));
    } catch (error) {
      if (!(error instanceof ExplainInputError)) throw error;
    }
  };
  const property = fc.property(task, fc.oneof(part, scalars), at, fc.string(), (text, policy, moment, prompt) => {
    onlyTyped(text, policy, moment, prompt);
    if (policy !== null && typeof policy === 'object') onlyTyped(text, { ...BASE_POLICY, ...policy }, moment, prompt);
  });
  t.doesNotThrow(() => fc.assert(property, { numRuns: 500 }));
});

t.test('the chain and the hops left out are a permutation of what the tier declares', async (t) => {
  const names = ['glm-5.3', 'glm-4.6', 'deepseek-v4-pro', 'MiniMax-M3', 'gpt-5.6-luna', 'house'];
  const queue = fc.shuffledSubarray(names, { minLength: 1 });
  const knobs = fc.record({
    fallback_strategy: fc.constantFrom('sequential', 'random', 'cheapest_now'),
    pin_primary: fc.boolean(),
  });
  const task = fc.constantFrom(HARD, 'Debug the screenshot', 'Debug 300 files');
  const property = fc.property(queue, knobs, task, fc.integer({ min: 0, max: 167 }), (queued, knob, text, hour) => {
    const [first = '', ...rest] = queued;
    const fallback = rest.map((model) => ({ model, provider: `rail-${model}` }));
    const policy = withTiers({ T4: { model: first, provider: 'p', fallback, ...knob } });
    const answer = explainTask(text, policy, { at: new Date(Date.UTC(2026, 7, 17, hour)) });
    const { chain, rejected, bypassed } = answer.chain_plan;
    const seen = [...models(chain), ...(bypassed ? [] : models(rejected))];
    return JSON.stringify(seen.toSorted()) === JSON.stringify(queued.toSorted());
  });
  t.doesNotThrow(() => fc.assert(property));
});
