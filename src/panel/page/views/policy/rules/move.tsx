import { createContext } from 'preact';
import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useDraft } from '../draft.tsx';
import { ruleId, rulesOf } from '../edit.ts';
import { beforeAfterStep, placeBefore, type Step } from './order.ts';
import { rowId } from './show-rule.ts';

/** Moving the rules of a list. */
export interface Moving {
  readonly ids: readonly string[];
  readonly step: (id: string, step: Step) => void;
  readonly put: (id: string, before: string | null) => void;
}

const NOWHERE: Moving = { ids: [], step: () => {}, put: () => {} };

/** The moves of the list around a row. */
export const MovingContext = createContext<Moving>(NOWHERE);

/** Moves rules in the draft, keeps the focus where it was, and says what moved (`announcement`, for aria-live). */
export function useMoving(): Moving & { readonly announcement: string } {
  const { edited, edit, locked } = useDraft();
  const [announcement, announce] = useState('');
  const keepFocus = useFocusKept();
  const ids = rulesOf(edited.policy).map(ruleId);
  const put = (id: string, before: string | null) => {
    if (locked || before === id) return;
    keepFocus(id);
    edit({ kind: 'move-rule', id, before });
    announce(`${id} is now rule ${placeBefore(ids, id, before)} of ${ids.length}. Not saved yet.`);
  };
  const step = (id: string, by: Step) => {
    const before = beforeAfterStep(ids, id, by);
    if (before !== undefined) put(id, before);
    else announce(`${id} is already ${by === 'up' || by === 'first' ? 'the first' : 'the last'} rule.`);
  };
  return { ids, put, step, announcement };
}

/** The moves of the list around. */
export function useMoves(): Moving {
  return useContext(MovingContext);
}

/** A row that moves in the document loses the focus; this gives it back to the same control, or to the row where that is off now. */
function useFocusKept(): (id: string) => void {
  const focused = useRef<{ id: string; control: string } | null>(null);
  useLayoutEffect(() => {
    if (focused.current === null) return;
    const { id, control } = focused.current;
    focused.current = null;
    const row = document.getElementById(rowId(id));
    const there = [...(row?.querySelectorAll<HTMLButtonElement>('[data-control]') ?? [])].find(
      ({ dataset, disabled }) => dataset.control === control && !disabled,
    );
    (there ?? row)?.focus();
  });
  return (id) => {
    const active = document.activeElement;
    focused.current = { id, control: active instanceof HTMLElement ? (active.dataset.control ?? '') : '' };
  };
}
