import t, { type Test } from 'tap';
import type { Json, JsonObject } from '../../../src/lib/json.ts';
import { lintBlocking, lintPolicy } from '../../../src/policy/lint/lint.ts';
import { checkMessages } from './check-messages.ts';
import { policyWith } from './valid-policy.ts';

function check(t: Test, policy: JsonObject, expected: readonly RegExp[]): void {
  checkMessages(t, lintPolicy(policy), expected);
}

t.test('blocklist', async (t) => {
  const table: [Json, RegExp[]][] = [
    [null, []],
    [{}, []],
    ...['off', [], 7, true].map((value): [Json, RegExp[]] => [value, [/^blocklist must be a mapping.*blocks nothing/]]),
    [{ manual_ban: 'nope' }, [/^blocklist.manual_ban must be a list/]],
    [{ fallback_chain: {} }, [/^blocklist.fallback_chain must be a list/]],
    [{ auto_breaker: 7 }, [/^blocklist.auto_breaker must be a mapping/]],
    [{ manual_ban: ['glm', { model: 7 }, null] }, []],
    [{ auto_breaker: { enabled: true, threshold: 5, window_seconds: 600, backoff_multiplier: 2.0 } }, []],
    [{ auto_breaker: { enabled: 'yes' } }, [/^blocklist.auto_breaker.enabled must be true or false/]],
    [{ auto_breaker: { threshold: '5' } }, [/^blocklist.auto_breaker.threshold must be a whole number/]],
    ...['window_seconds', 'base_cooldown_seconds', 'max_cooldown_seconds', 'backoff_multiplier'].flatMap((key) =>
      (['60', true, -1, NaN] satisfies Json[]).map((value): [Json, RegExp[]] => [
        { auto_breaker: { [key]: value } },
        [new RegExp(`^blocklist.auto_breaker.${key} must be a number`)],
      ]),
    ),
  ];
  for (const [blocklist, expected] of table) check(t, policyWith({ blocklist }), expected);
});

t.test('classifier', async (t) => {
  const table: [Json, RegExp[]][] = [
    [null, []],
    [{ model: 'm', provider: 'p', temperature: 0, max_tokens: 128, timeout_seconds: 15, on_total_failure: 'x' }, []],
    [[], [/^classifier must be a mapping/]],
    [{ model: 4.7 }, [/^classifier.model must be a string/]],
    [{ temperature: '0' }, [/^classifier.temperature must be a number/]],
    [{ max_tokens: '128' }, [/^classifier.max_tokens must be a whole number/]],
    [{ timeout_seconds: '15s' }, [/^classifier.timeout_seconds must be a number/]],
    [{ context_window: '200000' }, [/^classifier: 'context_window' must be a whole number/]],
    [{ chain: {} }, [/^classifier.chain must be a list/]],
    [{ chain: [{ model: 'm', provider: 'p', billing_mode: 'plan' }, { model: 'm' }] }, [/^classifier.chain\[1\]/]],
  ];
  for (const [classifier, expected] of table) check(t, policyWith({ classifier }), expected);
});

t.test('signals', async (t) => {
  const table: [Json, RegExp[]][] = [
    [null, []],
    [{ hard: ['résoudre'], trivial: ['renommer'], code: [], review: ['relire'], tools: ['x'], structured: ['y'] }, []],
    ['hard', [/^signals must be a mapping of word lists/]],
    [{ harder: ['x'] }, [/^signals.harder is not a known list .*hard, review/]],
    [{ hard: 'x' }, [/^signals.hard must be a list of words/]],
    [{ hard: ['ok', '', 7] }, [/^signals.hard\[1\] must be a non-empty string/, /^signals.hard\[2\] must be/]],
    [JSON.parse('{"__proto__": ["x"]}'), [/^signals.__proto__ is not a known list/]],
  ];
  for (const [signals, expected] of table) check(t, policyWith({ signals }), expected);
});

t.test('the master switch', async (t) => {
  for (const enabled of [true, false, null, undefined]) check(t, policyWith({ enabled }), []);
  for (const enabled of ['yes', 1, 'true']) check(t, policyWith({ enabled }), [/^enabled must be true or false/]);
});

t.test('fail_safe is listed and does not block', async (t) => {
  const ok = { model: 'm', provider: 'p' };
  const table: [Json | undefined, RegExp[]][] = [
    [undefined, []],
    [{ ...ok, fallback: [] }, []],
    [{ ...ok, fallback: [ok] }, []],
    [[], [/^fail_safe must be a mapping/]],
    [null, [/^fail_safe must be a mapping/]],
    [{ provider: 'p', model: '' }, [/^fail_safe.model must be a non-empty string/]],
    [{ model: 'm' }, [/^fail_safe.provider must be a non-empty string, but is missing/]],
    [{ ...ok, fallback: 'nope' }, [/fail_safe.fallback must be a list/]],
    [{ ...ok, fallback: [{ model: 4.7, provider: 'p' }] }, [/^fail_safe: fallback\[0\]: 'model' must be/]],
  ];
  for (const [block, expected] of table) {
    check(t, policyWith({ fail_safe: block }), expected);
    t.strictSame(lintBlocking(policyWith({ fail_safe: block })), []);
  }
});

t.test('compaction is listed and does not block', async (t) => {
  const broken = policyWith({ compaction: { provider: 'zai', model: 'nobody' } });
  check(t, broken, [/^compaction.model 'nobody' is not in the capability registry$/]);
  t.strictSame(lintBlocking(broken), []);
});

t.test('alignment and shadow are not checked', async (t) => {
  check(t, policyWith({ alignment: { mode: 'loud', nonsense: 1 }, shadow: 'x', operator_note: 'free' }), []);
});
