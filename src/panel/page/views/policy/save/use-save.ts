import { useState } from 'preact/hooks';
import type { JsonObject } from '../../../../../lib/json.ts';
import type { Plan } from '../../../wire/answers.ts';
import type { Failure } from '../../../wire/call.ts';
import { refreshAll } from '../../../wire/resource.ts';
import { useDraft } from '../draft.tsx';
import type { Edit, PolicyBase } from '../edit.ts';
import { rebase } from '../edits.ts';
import { driftWords } from './drift-words.ts';
import { applyPlan, isConflict, planDraft, readFresh } from './write.ts';
import type { Doing } from './write-words.ts';

/** How far saving is. */
export type SaveStep =
  | { readonly kind: 'idle' }
  | { readonly kind: 'busy'; readonly words: string }
  | { readonly kind: 'planned'; readonly plan: Plan; readonly patch: JsonObject }
  /** Somebody changed the file: what they changed, and which edits it cost. The rest was brought over; nothing was written. */
  | {
      readonly kind: 'drifted';
      readonly changed: readonly string[];
      readonly lost: readonly string[];
      readonly left: number;
    }
  | { readonly kind: 'failed'; readonly doing: Doing; readonly failure: Failure }
  | { readonly kind: 'saved'; readonly words: string };

/** Saving the draft: a look at what changes, then the write. */
export interface Save {
  readonly step: SaveStep;
  readonly plan: () => Promise<void>;
  readonly apply: (plan: Plan, patch: JsonObject) => Promise<void>;
  /** Closes what is shown; the draft stays. */
  readonly close: () => void;
}

const SAVED = 'Saved: router.yaml is written, and the next decision goes by it.';
const SAID_ALREADY = 'The file said so already.';

/** `words` puts an edit into words, for those that are lost. */
export function useSave(words: (edit: Edit, base: PolicyBase) => string): Save {
  const { base, edits, clear, restart, setWriting } = useDraft();
  const [step, setStep] = useState<SaveStep>({ kind: 'idle' });

  const bringOver = async (fresh: PolicyBase): Promise<SaveStep> => {
    const { kept, lost } = rebase(base, fresh, edits);
    await refreshAll();
    restart(fresh, kept);
    return {
      kind: 'drifted',
      changed: driftWords(base, fresh),
      lost: lost.map((edit) => words(edit, base)),
      left: kept.length,
    };
  };
  const work = async (busy: string, body: () => Promise<SaveStep>) => {
    setWriting(true);
    setStep({ kind: 'busy', words: busy });
    const next = await body();
    // Both at once: the button that asked must not be off when a dialog remembers it as what had the focus.
    setWriting(false);
    setStep(next);
  };
  const plan = () =>
    work('Reading the file again and working out what changes ...', async () => {
      const planned = await planDraft(base, edits);
      if (planned.kind === 'drifted') return bringOver(planned.fresh);
      return planned.kind === 'failed' ? { kind: 'failed', doing: 'plan', failure: planned } : planned;
    });
  const apply = (plan: Plan, patch: JsonObject) =>
    work('Writing ...', async () => {
      const answer = await applyPlan(plan, patch);
      if (answer.kind === 'ok') {
        await refreshAll();
        clear();
        return { kind: 'saved', words: answer.data.no_op ? SAID_ALREADY : SAVED };
      }
      const fresh = isConflict(answer) ? await readFresh() : null;
      return fresh?.kind === 'ok' ? bringOver(fresh.data.base) : { kind: 'failed', doing: 'apply', failure: answer };
    });
  return { step, plan, apply, close: () => setStep({ kind: 'idle' }) };
}
