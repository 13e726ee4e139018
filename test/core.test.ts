import { readFileSync } from 'node:fs';
import t from 'tap';
import * as core from '../src/core.ts';

t.test('the public core has exactly these names', async (t) => {
  t.same(Object.keys(core).toSorted(), [
    'effectivePrice',
    'effectiveThreshold',
    'explainTask',
    'extractSignals',
    'inExpensiveWindow',
    'isShadowed',
    'lintFindings',
    'lintPolicy',
    'lintWarnings',
    'matchRules',
    'nextWindowChange',
    'planChain',
    'priceMultiplier',
    'priceWindowProblems',
  ]);
  for (const [name, value] of Object.entries(core)) t.type(value, 'function', name);
});

t.test('nothing behind the core touches Node: it is pure', async (t) => {
  const seen = new Set<string>();
  const walk = (file: URL): void => {
    if (seen.has(file.href)) return;
    seen.add(file.href);
    for (const [statement, target = ''] of readFileSync(file, 'utf8').matchAll(
      /^(?:im|ex)port[^;]*?from '([^']+)';/gm,
    )) {
      t.notMatch(target, /^node:/, file.href);
      if (target.startsWith('.') && !/^(?:im|ex)port type /.test(statement)) walk(new URL(target, file));
    }
  };
  walk(new URL('../src/core.ts', import.meta.url));
  t.ok(seen.size > 20, 'the walk found the rooms');
});
