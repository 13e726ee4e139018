import fc from 'fast-check';
import t from 'tap';
import { isList, isMapping, type Json, type JsonObject, jsonEqual } from '../../../src/lib/json.ts';
import { documentOf } from '../../../src/panel/page/views/policy/base.ts';
import { applyEdits, type Edit } from '../../../src/panel/page/views/policy/edit.ts';
import { mergePatchOf, withoutNulls, withValueAt } from '../../../src/panel/page/views/policy/merge-patch.ts';
import { mergeMapping, mergePatch } from '../../../src/policy/edit/merge.ts';
import { readPatch } from '../../../src/policy/edit/patch.ts';
import { policyBase } from './base.ts';

const key = fc.constantFrom('a', 'b', 'model', '__proto__', 'fallback');
const scalar = fc.oneof(fc.integer(), fc.string({ maxLength: 3 }), fc.boolean());
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 3 }),
  ),
}));
const mapping = fc.dictionary(key, value, { maxKeys: 4 });

t.test('merging the patch makes the one document of the other', async (t) => {
  fc.assert(
    fc.property(mapping, mapping, (before, after) =>
      jsonEqual(mergeMapping(before, mergePatchOf(before, after)), after),
    ),
    { numRuns: 300 },
  );
  t.pass();
});

const id = fc.constantFrom('a', 'b', 'c', 'z');
const path = fc.oneof(
  fc.tuple(fc.constant('tiers'), fc.constantFrom('T1', 'T2', 'T3')),
  fc.tuple(fc.constant('tiers'), fc.constantFrom('T1', 'T2', 'T3'), fc.constantFrom('fallback', 'requirements', 'x')),
  fc.tuple(fc.constantFrom('default', 'fail_safe', 'compaction', 'classifier')),
  fc.tuple(fc.constant('price_windows'), fc.constantFrom('m1', 'm2')),
  fc.tuple(fc.constant('blocklist'), fc.constantFrom('manual_ban', 'fallback_chain')),
);
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ kind: fc.constant('move-rule' as const), id, before: fc.option(id) }),
  fc.record({ kind: fc.constant('enable-rule' as const), id, enabled: fc.boolean() }),
  fc.record({ kind: fc.constant('set-then' as const), id, then: mapping }),
  fc.record({ kind: fc.constant('set' as const), path, value: fc.option(value), label: fc.constant('it') }),
);

t.test("what the daemon's merge makes of the patch is the document that was edited", async (t) => {
  const base = policyBase();
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 6 }), (edits) => {
      const { policy, blocklist, patch } = applyEdits(base, edits);
      const read = readPatch(patch);
      const merged = read === null ? null : mergePatch(documentOf(base), read);
      if (read === null || merged === null || !merged.ok || read.ignored.length > 0) return false;
      const { blocklist: bans, ...rest } = merged.document;
      const sameBans = !isMapping(bans) || !isList(bans.manual_ban) || jsonEqual(bans.manual_ban, blocklist.manual_ban);
      return jsonEqual(rest, policy) && sameBans;
    }),
    { numRuns: 500 },
  );
  t.pass();
});

t.test('values at paths', async (t) => {
  const document: JsonObject = { a: { b: 1, c: [1] }, d: 2 };
  t.strictSame(withValueAt(document, ['a', 'b'], 3), { a: { b: 3, c: [1] }, d: 2 });
  t.strictSame(withValueAt(document, ['a', 'b'], null), { a: { c: [1] }, d: 2 });
  t.strictSame(withValueAt(document, ['e', 'f'], 3), { ...document, e: { f: 3 } });
  t.strictSame(withValueAt(document, ['e', 'f'], null), document, 'a removal makes nothing');
  t.equal(withValueAt(document, ['a', 'c', '0'], 3), null);
  t.equal(withValueAt(document, [], 3), null);
  t.strictSame(withoutNulls({ a: null, b: [null, { c: null }], d: { e: null } }), { b: [null, { c: null }], d: {} });
});
