import t from 'tap';
import { modelProblems, readModelCache } from '../../src/commands/model-lint/check.ts';
import { policyPairs, profilePairs } from '../../src/commands/model-lint/pairs.ts';

const cache = readModelCache({ zai: { models: ['glm-5.3', 7] }, copilot: { models: [] }, bare: {} });

t.test('the pairs of a policy carry their key path; a ban may name what no longer exists', async (t) => {
  const policy = {
    tiers: {
      T1: {
        model: 'gone',
        provider: 'zai',
        fallback: [{ model: 'glm-5.3', provider: 'nowhere' }, { model: 'no-provider' }],
      },
    },
    blocklist: { manual_ban: [{ model: 'dead', provider: 'zai' }] },
  };
  const problems = modelProblems('router.yaml', policyPairs(policy), cache);
  t.equal(problems.length, 2);
  t.match(problems[0], /^router\.yaml: tiers\.T1: .*'zai'.*'gone'/);
  t.match(problems[1], /^router\.yaml: tiers\.T1\.fallback\[0\]: .*'nowhere'.*'glm-5\.3'/);
});

t.test("a profile's default and both fallback lists are checked", async (t) => {
  const config = {
    model: { default: 'gone', provider: 'zai', fallback_providers: ['bare', { provider: 'copilot', model: 'x' }] },
    fallback_providers: [{ provider: 'zai', model: 'glm-5.3' }, 'absent', 7, { model: 'no-provider' }],
  };
  const problems = modelProblems('coder/config.yaml', profilePairs(config), cache);
  t.strictSame(
    problems.map((problem) => problem.split(': ')[1]),
    ['model.default', 'model.fallback_providers[1]', 'fallback_providers[1]'],
  );
});

t.test('documents of any other shape name nothing', async (t) => {
  for (const value of [null, 7, 'x', [], {}, { model: 'plain-string' }]) t.strictSame(profilePairs(value), []);
  for (const value of [null, 7, 'x', [], {}]) t.strictSame(policyPairs(value), []);
  t.equal(readModelCache([1]).size, 0);
});
