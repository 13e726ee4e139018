import { jsonEqual } from '../../../../lib/json.ts';
import { documentOf } from './base.ts';
import { applyEdits, type Edit, type PolicyBase, ruleId, rulesOf } from './edit.ts';
import { valueAt } from './merge-patch.ts';

/** The edits with one more. It takes the place of an earlier one of the same thing; what then changes nothing is dropped. */
export function withEdit(base: PolicyBase, edits: readonly Edit[], edit: Edit): readonly Edit[] {
  const lastMove = edits.findLastIndex(({ kind }) => kind === 'move-rule');
  const earlier = edits.filter((other, index) => !replaces(edit, other, index === lastMove));
  return effective(base, [...earlier, edit]);
}

/** The edits without the one at an index; what changes nothing without it is dropped too. */
export function withoutEdit(base: PolicyBase, edits: readonly Edit[], index: number): readonly Edit[] {
  return effective(base, edits.toSpliced(index, 1));
}

/** Edits brought over to a newer state of the file. */
export interface Rebased {
  readonly kept: readonly Edit[];
  /** Edits of what is gone, or of what the file has changed too: putting them back would undo somebody's change unseen. */
  readonly lost: readonly Edit[];
}

/** Brings edits from the state they were made on to a newer one. An edit that the file already has is in neither list. */
export function rebase(from: PolicyBase, to: PolicyBase, edits: readonly Edit[]): Rebased {
  const clashing = edits.filter((edit) => clashes(from, to, edit));
  const applied = applyEdits(
    to,
    edits.filter((edit) => !clashing.includes(edit)),
  );
  return { kept: applied.kept, lost: edits.filter((edit) => clashing.includes(edit) || applied.lost.includes(edit)) };
}

/** An edit that can no longer be made stays in the list, where it can be seen and undone. */
function effective(base: PolicyBase, edits: readonly Edit[]): readonly Edit[] {
  const { kept, lost } = applyEdits(base, edits);
  return edits.filter((edit) => kept.includes(edit) || lost.includes(edit));
}

/** A later edit of the same thing, or of what contains it. Of moves only the last: others after it count on it. */
function replaces(edit: Edit, earlier: Edit, isLastMove: boolean): boolean {
  if (edit.kind === 'set')
    return earlier.kind === 'set' && edit.path.every((key, index) => key === earlier.path[index]);
  if (edit.kind !== earlier.kind || edit.id !== earlier.id) return false;
  return edit.kind !== 'move-rule' || isLastMove;
}

function clashes(from: PolicyBase, to: PolicyBase, edit: Edit): boolean {
  const [before, after] = [documentOf(from), documentOf(to)];
  if (edit.kind === 'set') {
    const now = valueAt(after, edit.path) ?? null;
    return !jsonEqual(valueAt(before, edit.path) ?? null, now) && !jsonEqual(now, edit.value);
  }
  if (edit.kind !== 'set-then') return false;
  const [was, now] = [before, after].map(
    (document) => rulesOf(document).find((rule) => ruleId(rule) === edit.id)?.then,
  );
  return now !== undefined && !jsonEqual(was, now) && !jsonEqual(now, edit.then);
}
