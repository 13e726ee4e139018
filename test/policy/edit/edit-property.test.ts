import fc from 'fast-check';
import t from 'tap';
import { Document, visit } from 'yaml';
import type { JsonObject } from '../../../src/lib/json.ts';
import { editPolicyText } from '../../../src/policy/edit/edit-text.ts';
import { mergeMapping, mergePatch } from '../../../src/policy/edit/merge.ts';
import { parsePolicyTree } from '../../../src/policy/parse.ts';

const RUNS = 400;

/** Names without a type of their own, some of which other readers take for something else. */
const key = fc.constantFrom('a', 'b', 'model', 'no', 'x-1', 'T1', '22:00', 'q k', '=', '日本');
const text = fc.oneof(
  fc.constantFrom(
    'zai',
    'on',
    'y',
    '012',
    '1_000',
    '2024-01-01',
    '~',
    '',
    ' pad ',
    '# no',
    'a: b',
    "it's",
    '"',
    '\\',
    '<<',
    '-',
    '? x',
    'line\nbreak',
    '\u2028',
    '\u0085',
    '\u{1f600}',
    'tier:T1',
    '@cf/x',
    '!t',
  ),
  fc.string({ maxLength: 12, unit: 'grapheme' }),
);
const scalar = fc.oneof(
  text,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }),
  fc.boolean(),
  fc.constant(1e-7),
);
const value = fc.letrec((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('node'), { maxLength: 4 }),
    fc.dictionary(key, tie('node'), { maxKeys: 4 }),
  ),
  patch: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant(null),
    scalar,
    fc.array(tie('node'), { maxLength: 4 }),
    fc.dictionary(key, tie('patch'), { maxKeys: 4 }),
  ),
}));
const root = fc.dictionary(key, value.node, { minKeys: 1, maxKeys: 5 });
interface Layout {
  readonly indent: number;
  readonly indentSeq: boolean;
  /** Every how manieth collection is in brackets; 0 for none. */
  readonly flow: number;
  readonly padded: boolean;
  readonly crlf: boolean;
  /** Without a final line break. */
  readonly open: boolean;
  /** Lines above which a comment stands. */
  readonly comments: readonly number[];
}

const layout: fc.Arbitrary<Layout> = fc.record({
  indent: fc.constantFrom(2, 3, 4),
  indentSeq: fc.boolean(),
  flow: fc.integer({ min: 0, max: 4 }),
  padded: fc.boolean(),
  crlf: fc.boolean(),
  open: fc.boolean(),
  comments: fc.array(fc.nat(40), { maxLength: 6 }),
});

/** A document as somebody might have written it: some collections in brackets, comments between lines. */
function written(document: object, { indent, indentSeq, flow, padded, crlf, open, comments }: Layout): string {
  const doc = new Document(document);
  let seen = 0;
  visit(doc, {
    Collection: (_, node, path) => {
      if (path.length > 1 && flow > 0 && ++seen % flow === 0) node.flow = true;
    },
    Scalar: (_, node) => {
      if (typeof node.value === 'string' && !/^[a-z]+$/.test(node.value)) node.type = 'QUOTE_DOUBLE';
    },
  });
  const lines = doc
    .toString({ indent, indentSeq, flowCollectionPadding: padded, lineWidth: 0, doubleQuotedMinMultiLineLength: 1e9 })
    .trimEnd()
    .split('\n');
  for (const [index, at] of comments.entries()) {
    if (at >= lines.length) continue;
    const line = lines[at] ?? '';
    // Between entries, at the column of the next one; a comment may not stand inside of brackets that are open.
    lines.splice(at, 0, `${/^ */.exec(line)?.[0]}# comment ${index}`);
  }
  const whole = lines.join(crlf ? '\r\n' : '\n');
  return open ? whole : whole + (crlf ? '\r\n' : '\n');
}

const encode = (source: string): Uint8Array => new TextEncoder().encode(source);

t.test('an edited text reads as the merged document, and no comment is lost', async (t) => {
  let edited = 0;
  fc.assert(
    fc.property(root, value.patch, layout, (document, patch, style) => {
      const tree = parsePolicyTree(encode(written(document, style)));
      fc.pre(tree.ok && typeof patch === 'object' && patch !== null && !Array.isArray(patch));
      if (!tree.ok) return;
      const merged = mergeMapping(tree.document, patch as JsonObject);
      fc.pre(Object.keys(merged).length > 0);
      const result = editPolicyText(tree, merged);
      if (!result.ok) {
        t.match(result.error, /would be lost/, 'the only reason to refuse');
        return;
      }
      edited++;
      t.strictSame(JSON.parse(JSON.stringify(result.tree.document)), JSON.parse(JSON.stringify(merged)));
      const back = editPolicyText(result.tree, tree.document);
      if (back.ok) t.strictSame(back.tree.document, tree.document, 'and back again');
    }),
    { numRuns: RUNS },
  );
  t.ok(edited > RUNS * 0.9, `nearly all of them: ${edited}`);
});

t.test('without comments every patch can be written', async (t) => {
  fc.assert(
    fc.property(root, value.patch, layout, (document, patch, style) => {
      const tree = parsePolicyTree(encode(written(document, { ...style, comments: [] })));
      fc.pre(tree.ok && typeof patch === 'object' && patch !== null && !Array.isArray(patch));
      if (!tree.ok) return;
      const merged = mergeMapping(tree.document, patch as JsonObject);
      fc.pre(Object.keys(merged).length > 0);
      const result = editPolicyText(tree, merged);
      t.ok(result.ok, result.ok ? 'written' : result.error);
    }),
    { numRuns: RUNS },
  );
});

const rule = (id: string) => ({ id, when: { has_code: { eq: true } }, then: { model: 'T1' }, note: `note of ${id}` });

t.test('rules in any order and state keep what is not served', async (t) => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const source = ids
    .map(
      (id) =>
        `# about ${id}\n- id: ${id}\n  when: {has_code: {eq: true}}\n  then:\n    model: T1\n  note: note of ${id}\n`,
    )
    .join('\n');
  const tree = parsePolicyTree(encode(`rules:\n${source}`));
  if (!tree.ok) throw new Error(tree.error);
  fc.assert(
    fc.property(
      fc.shuffledSubarray(ids, { minLength: 5 }),
      fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
      (order, off) => {
        const rules = order.map((id, index) => {
          const { note: _, ...served } = rule(id);
          return off[index] ? { ...served, enabled: false } : served;
        });
        const merged = mergePatch(tree.document, { changes: { rules }, ignored: [] });
        if (!merged.ok) throw new Error(merged.errors.join());
        const result = editPolicyText(tree, merged.document);
        if (!result.ok) throw new Error(result.error);
        t.strictSame(result.tree.document, {
          rules: order.map((id, index) => ({ ...rule(id), ...(off[index] ? { enabled: false } : {}) })),
        });
        for (const id of order)
          t.match(result.tree.text, `# about ${id}\n- id: ${id}\n`, 'a comment moves with its rule');
        t.equal(result.tree.text.split('\n\n').length, 5, 'one blank line between two rules');
      },
    ),
    { numRuns: 100 },
  );
});
