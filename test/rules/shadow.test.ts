import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import t from 'tap';
import type { Json, JsonObject } from '../../src/lib/json.ts';
import { clauseHolds } from '../../src/rules/match.ts';
import { isShadowed } from '../../src/rules/shadow.ts';

interface GoldenRow {
  readonly id: string;
  readonly earlier: JsonObject;
  readonly later: JsonObject;
  readonly shadowed: boolean;
}

const golden: readonly GoldenRow[] = JSON.parse(
  readFileSync(new URL('../golden/shadow.json', import.meta.url), 'utf8'),
);

t.test('the golden rows', async (t) => {
  t.equal(golden.length, 252);
  for (const row of golden) t.equal(isShadowed(row.earlier, row.later), row.shadowed, row.id);
});

t.test('conditions on one field', async (t) => {
  const k = 1_000;
  const table: [Json, Json, boolean][] = [
    [{ gt: 800 * k }, { lt: 2_000 }, false],
    [{ gt: 800 * k }, { gt: 400 * k }, false],
    [{ gt: 400 * k }, { gt: 800 * k }, true],
    [{ gt: 100 * k }, { gt: 500 * k }, true],
    [{ gt: 100 * k, lt: 500 * k }, { gt: 300 * k, lt: 900 * k }, false],
    [{ gte: 100 * k }, { gt: 200 * k, lt: 300 * k }, true],
    [{ gt: 400 * k }, { gte: 400 * k }, false],
    [{ gte: 400 * k }, { gt: 400 * k }, true],
    [{ gt: '200k' }, { gt: 400 * k }, false],
    [{ gt: true }, { gt: 400 * k }, false],
    [{ gt: NaN }, { gt: 400 * k }, false],
    [{}, { gt: 800 * k }, true],
    [{ gt: 800 * k }, {}, false],
    [{ gte: 500 * k }, { gt: 200 * k, gte: 500 * k }, true],
    [{ gte: 500 * k }, { gte: 500 * k, gt: 500 * k }, true],
    [{ gte: 500 * k }, { gt: 200 * k, gte: 400 * k }, false],
    [{ lte: 500 * k }, { lt: 900 * k, lte: 500 * k }, true],
    [{ lte: 500 * k }, { lt: 500 * k, lte: 500 * k }, true],
    [{ lte: 500 * k }, { lte: 900 * k, lt: 800 * k }, false],
    [{ lt: 900 * k }, { gt: 500 * k, lt: 800 * k }, true],
    [{ lt: 900 * k }, { gt: 500 * k }, false],
    [{ lt: 500 * k }, { lte: 500 * k }, false],
    [{ lte: 500 * k }, { lt: 500 * k }, true],
    [{ eq: 'hard' }, { eq: 'hard' }, true],
    [{ eq: 'hard' }, { eq: 'trivial' }, false],
    [{ in: ['hard', 'trivial'] }, { eq: 'trivial' }, true],
    [{ eq: 'trivial' }, { in: ['hard', 'trivial'] }, false],
    [{ ne: 'hard' }, { eq: 'trivial' }, true],
    [{ ne: 'hard' }, { eq: 'hard' }, false],
    [{ ne: 'hard' }, { nin: ['hard', 'trivial'] }, true],
    [{ nin: ['hard', 'trivial'] }, { ne: 'hard' }, false],
    [{ nin: ['hard'] }, { ne: 'hard' }, true],
    [{ nin: [['hard']] }, { ne: 'hard' }, false],
    [{ in: ['hard', 'trivial'] }, { in: [['hard', 'trivial']] }, false],
    [{ in: ['hard', 'trivial'] }, { in: { hard: true } }, false],
    [{ eq: ['hard', 'trivial'] }, { eq: 'hard' }, false],
    [{ contains: 'review' }, { contains: 'refactor' }, false],
    [{ contains: 'review' }, { contains: 'review' }, true],
    [{ eq: 1, in: [1, 2] }, { eq: 1 }, true],
    [{ eq: 1, gt: 0 }, { eq: 1 }, false],
    [true, true, false],
    // Strict equality, as the operators have it.
    [{ in: [1] }, { eq: true }, false],
    [{ ne: true }, { eq: 1 }, true],
    [{ in: [NaN] }, { eq: NaN }, false],
  ];
  for (const [earlier, later, expected] of table)
    t.equal(isShadowed({ x: earlier }, { x: later }), expected, JSON.stringify([earlier, later]));
});

t.test('fields', async (t) => {
  const code = { has_code: { eq: true } };
  const both = { has_code: { eq: true }, verb_class: { eq: 'trivial' } };
  t.ok(isShadowed(code, both));
  t.notOk(isShadowed(both, code));
  t.notOk(isShadowed({ x: { eq: 1 }, y: { eq: 1 } }, { x: { eq: 1 }, y: { eq: 2 }, z: { eq: 1 } }));
  t.notOk(
    isShadowed(
      { utc_hour: { gte: 6, lt: 10 }, est_input_tokens: { gt: 200_000 } },
      { utc_hour: { gte: 12, lt: 16 }, est_input_tokens: { gt: 200_000 } },
    ),
  );
  for (const empty of [{}, null, [], 'x', 5, undefined]) {
    t.notOk(isShadowed(empty, code));
    t.notOk(isShadowed(code, empty));
  }
  t.notOk(isShadowed({ toString: { eq: 1 } }, { x: { eq: 1 } }), 'a name of the prototype is not a field');
});

t.test('a reported shadow is real: no value satisfies the later condition alone', async (t) => {
  const scalar = fc.constantFrom<Json>(0, 1, 2, 3, true, false, 'hard', 'trivial', '2', null, NaN);
  const operand = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }));
  const op = fc.constantFrom('eq', 'ne', 'in', 'nin', 'gt', 'gte', 'lt', 'lte', 'contains', 'matches');
  const condition = fc.dictionary(op, operand, { maxKeys: 2 });
  fc.assert(
    fc.property(condition, condition, operand, (earlier, later, value) => {
      const features = { x: value };
      return (
        !isShadowed({ x: earlier }, { x: later }) ||
        !clauseHolds('x', later, features, false) ||
        clauseHolds('x', earlier, features, false)
      );
    }),
    { numRuns: 5_000 },
  );
  t.pass();
});

t.test('no value makes it throw', async (t) => {
  const any = fc.jsonValue();
  const when = fc.oneof(
    any,
    fc.dictionary(fc.constantFrom('a', '__proto__'), fc.dictionary(fc.constantFrom('eq', 'in', 'gt', 'nin'), any)),
  );
  fc.assert(
    fc.property(when, when, (earlier, later) => typeof isShadowed(earlier, later) === 'boolean'),
    { numRuns: 500 },
  );
  t.pass();
});
