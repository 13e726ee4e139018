import { structuredPatch } from 'diff';
import t from 'tap';
import { commentsOf } from '../../../src/policy/edit/comments.ts';
import { editPolicyText } from '../../../src/policy/edit/edit-text.ts';
import { mergePatch } from '../../../src/policy/edit/merge.ts';
import { readPatch } from '../../../src/policy/edit/patch.ts';
import { type PolicyTree, parsePolicyTree } from '../../../src/policy/parse.ts';
import { EDITS } from './edits.ts';
import { STYLES } from './styles.ts';

/** Lines removed and added by each edit in each style, as looked through by hand. Columns: shipped, crlf, wide, anchored. */
const CHANGED_LINES: Readonly<Record<string, readonly string[]>> = {
  'tier model changed': ['-1+1', '-1+1', '-1+1', '-1+1'],
  'tier provider changed': ['-1+1', '-1+1', '-1+1', '-1+1'],
  'tier in braces changed': ['-1+1', '-1+1', '-1+1', '-1+1'],
  'strategy changed': ['-1+1', '-1+1', '-1+1', '-1+1'],
  'strategy set': ['-0+1', '-0+1', '-0+1', '-0+1'],
  'strategy nulled': ['-1+0', '-1+0', '-1+0', '-1+0'],
  'pin set': ['-0+1', '-0+1', '-0+1', '-0+1'],
  'billing mode changed': ['-1+1', '-1+1', '-1+1', '-1+1'],
  'billing mode nulled': ['-1+0', '-1+1', '-1+1', '-1+1'],
  'time cap changed': ['-1+1', '-1+1', '-1+1', '-1+1'],
  'time cap nulled': ['-2+0', '-1+0', '-2+0', '-2+0'],
  'time cap set': ['-0+2', '-0+2', '-0+2', '-0+2'],
  'avoid_peak changed': ['-1+1', '-1+1', '-1+1', '-1+1'],
  'time policy nulled': ['-2+0', '-2+0', '-1+0', '-1+0'],
  'requirements set': ['-0+3', '-0+3', '-0+3', '-0+3'],
  'tier added': ['-0+3', '-0+3', '-0+3', '-0+3'],
  'rule moved first': ['-9+9', '-3+3', '-4+4', '-4+4'],
  'rule moved last': ['-11+11', '-5+5', '-4+4', '-4+4'],
  'rule moved to the middle': ['-9+9', '-5+5', '-4+4', '-4+4'],
  'rule list reversed': ['-43+44', '-8+8', '-6+6', '-8+8'],
  'rule disabled': ['-0+1', '-0+1', '-0+1', '-0+1'],
  'rule moved and disabled': ['-9+10', '-5+6', '-4+5', '-4+5'],
  'status removed': ['-1+0', '-1+0', '-1+0', '-1+0'],
  'rule destination changed': ['-1+1', '-1+1', '-1+1', '-1+1'],
  'rule denies': ['-2+1', '-2+1', '-2+1', '-2+1'],
  'hops reordered': ['-3+3', '-1+1', '-1+1', '-2+2'],
  'hop appended': ['-0+3', '-0+3', '-0+1', '-0+3'],
  'hop put first': ['-0+2', '-0+2', '-0+1', '-0+2'],
  'hop removed': ['-3+0', '-3+0', '-1+0', '-2+0'],
  'hop changed': ['-1+1', '-1+1', '-1+1', '-1+1'],
  'hops emptied': ['-7+1', '-5+1', '-4+1', '-5+1'],
  'default set': ['-1+1', '-1+1', '-1+1', '-1+1'],
  'overlay entry added': ['-0+4', '-0+4', '-0+4', '-0+4'],
  'overlay entry removed': ['-4+1', '-3+1', '-3+1', '-5+1'],
  'ban added': ['-0+3', '-0+3', '-1+1', '-0+3'],
  'ban lifted': ['-4+1', '-4+1', '-1+1', '-4+1'],
  'compaction set': ['-1+1', '-1+6', '-0+5', '-0+4'],
  'classifier changed': ['-2+2', '-1+1', '-2+2', '-1+1'],
  'switched off': ['-1+1', '-1+1', '-1+1', '-1+1'],
  'signals added': ['-0+3', '-1+4', '-0+3', '-0+2'],
  'block list removed': ['-35+0', '-6+0', '-7+0', '-6+0'],
  'fail-safe moved': ['-2+2', '-1+1', '-1+1', '-1+1'],
};

/** Comments that speak of what an edit removes, and go with it. */
const GONE: Readonly<Record<string, readonly string[]>> = {
  'time cap nulled': ['# dollars'],
  'rule denies': ['# reads only'],
  'hop removed': ['# second best', '# slow'],
  'hops emptied': ['# second best', '# slow'],
  'overlay entry removed': ['# a habit of theirs'],
  'ban lifted': ['# until Monday'],
};

const STYLE_NAMES = ['shipped', 'crlf', 'wide', 'anchored'] as const;

function treeOf(bytes: Uint8Array): PolicyTree {
  const tree = parsePolicyTree(bytes);
  if (!tree.ok) throw new Error(tree.error);
  return tree;
}

const commentTexts = (tree: PolicyTree): string[] =>
  commentsOf(tree.tokens)
    .map(({ text }) => text)
    .sort();

function changedLines(before: string, after: string): string {
  const lines = structuredPatch('', '', before, after, '', '', { context: 0 }).hunks.flatMap((hunk) => hunk.lines);
  const count = (sign: string): number => lines.filter((line) => line.startsWith(sign)).length;
  return `-${count('-')}+${count('+')}`;
}

t.test('the styles of the table', async (t) => t.strictSame(Object.keys(STYLES), STYLE_NAMES));

for (const [column, style] of STYLE_NAMES.entries()) {
  t.test(`${EDITS.length} edits of the ${style} policy change only the lines they must`, async (t) => {
    const tree = treeOf(STYLES[style]);
    for (const { name, patch } of EDITS) {
      const changes = readPatch(patch(tree.document));
      const merged = changes === null ? null : mergePatch(tree.document, changes);
      if (merged === null || !merged.ok) {
        t.fail(name, { merged });
        continue;
      }
      const edited = editPolicyText(tree, merged.document);
      if (!edited.ok) {
        t.fail(`${name}: ${edited.error}`);
        continue;
      }
      t.strictSame(edited.tree.document, merged.document, `${name}: reads as the merged document`);
      t.equal(changedLines(tree.text, edited.tree.text), CHANGED_LINES[name]?.[column], `${name}: changed lines`);
      const kept =
        name === 'block list removed' ? [] : commentTexts(tree).filter((text) => !GONE[name]?.includes(text));
      const left = commentTexts(edited.tree);
      t.ok(kept.every((text) => left.includes(text)) && left.length >= kept.length, `${name}: every comment is there`);
      t.equal(/[ \t]+$/m.test(edited.tree.text), /[ \t]+$/m.test(tree.text), `${name}: no blanks at the end of a line`);
      t.equal(edited.tree.text.includes('\r\n'), tree.text.includes('\r\n'), `${name}: line breaks`);
      t.notMatch(
        edited.tree.text.replaceAll('\r\n', ''),
        tree.text.includes('\r\n') ? /\n/ : /\r/,
        `${name}: of one kind`,
      );
      t.equal(edited.tree.text.endsWith('\n'), tree.text.endsWith('\n'), `${name}: the final line break`);
    }
  });
}
