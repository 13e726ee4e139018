import { test } from 'tap';
import { nodeVersionProblem, readPackageInfo } from '../../src/daemon/package-info.ts';

test('O-10 the running Node is compared with the engines field', (t) => {
  const table: readonly (readonly [string, string, boolean])[] = [
    ['v20.19.0', '20.19.0', true],
    ['v20.19.5', '20.19.0', true],
    ['v20.20.0', '20.19.0', true],
    ['v22.0.0', '20.19.0', true],
    ['v20.18.9', '20.19.0', false],
    ['v18.20.4', '20.19.0', false],
    ['v9.99.99', '20.19.0', false],
    ['v24.0.0-pre', '20.19.0', true],
  ];
  for (const [running, lowest, fits] of table) {
    const problem = nodeVersionProblem(running, lowest);
    if (fits) t.equal(problem, null, running);
    else t.match(problem, /^Node 20\.19\.0 or newer is needed, this is [\d.]+\.$/, running);
  }
  t.match(readPackageInfo(), { version: /^\d+\.\d+\.\d+/, lowestNode: /^\d+\.\d+\.\d+$/ });
  t.end();
});
