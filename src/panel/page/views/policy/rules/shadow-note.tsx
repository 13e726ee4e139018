import type { ShadowFinding } from '../../../../../policy/lint/findings.ts';
import { useDraft } from '../draft.tsx';
import { useMoves } from './move.tsx';
import { showRule } from './show-rule.ts';

/** Says which earlier rule takes everything that this one asks for, and what can be done. */
export function ShadowNote({ id, shadow }: { readonly id: string; readonly shadow: ShadowFinding }) {
  const { locked } = useDraft();
  const { ids, put } = useMoves();
  const earlier = ids[shadow.earlier_index] ?? '';
  return (
    <div class="note" data-tone="bad">
      <strong>Rule {shadow.earlier_index + 1} takes every task that this one would match.</strong> Put this one above
      it, or narrow the other in the file.{' '}
      <span class="actions">
        <button type="button" disabled={locked} onClick={() => put(id, earlier)}>
          Move above {earlier}
        </button>
        <button type="button" class="link" onClick={() => showRule(earlier)}>
          Show {earlier}
        </button>
      </span>
    </div>
  );
}
