import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useMemo, useState } from 'preact/hooks';
import { placeOf } from '../../wire/place.ts';
import { applyEdits, type Edit, type EditedPolicy, type PolicyBase } from './edit.ts';
import { withEdit, withoutEdit } from './edits.ts';
import { isSameBase } from './read.ts';

/** The policy as it was read, and what the reader has changed of it so far. Nothing is written before it is saved. */
export interface Draft {
  readonly base: PolicyBase;
  readonly edited: EditedPolicy;
  readonly edits: readonly Edit[];
  /** Makes an edit. It replaces an earlier one of the same thing; one that equals the file disappears. */
  readonly edit: (edit: Edit) => void;
  readonly undo: (index: number) => void;
  readonly clear: () => void;
  /** False while nothing can be written: a write is on its way, the daemon did not answer, or the page can only read. */
  readonly canWrite: boolean;
  /** True while nothing may be edited: nothing can be written, or the file cannot be loaded. */
  readonly locked: boolean;
  /** True while a write is on its way. */
  readonly writing: boolean;
  /** True when the file no longer is what the draft was made on. Saving shows the difference first. */
  readonly drifted: boolean;
  /** Locks the draft while a write is on its way. */
  readonly setWriting: (writing: boolean) => void;
  /** Goes on from another state of the file, with these edits. */
  readonly restart: (base: PolicyBase, edits: readonly Edit[]) => void;
}

interface Begun {
  readonly base: PolicyBase;
  readonly edits: readonly Edit[];
}

const DraftContext = createContext<Draft | null>(null);

/** The draft of the policy view. */
export function useDraft(): Draft {
  const draft = useContext(DraftContext);
  if (draft === null) throw new Error('useDraft outside of DraftProvider');
  return draft;
}

/**
 * Keeps the draft for the sections below. While it is empty it follows what is read; from the first edit on it stays on the state that the
 * reader saw, until it is saved or brought over.
 */
export function DraftProvider({
  read,
  answered,
  loadable,
  children,
}: {
  readonly read: PolicyBase;
  /** False while the daemon does not answer. */
  readonly answered: boolean;
  /** False while the file cannot be loaded. */
  readonly loadable: boolean;
  readonly children: ComponentChildren;
}) {
  const [begun, setBegun] = useState<Begun | null>(null);
  const [writing, setWriting] = useState(false);
  const base = begun?.base ?? read;
  const edits = begun?.edits ?? NO_EDITS;
  const edited = useMemo(() => applyEdits(base, edits), [base, edits]);
  const canWrite = !writing && answered && placeOf(location) !== 'proxied';
  const locked = !canWrite || !loadable;
  useEffect(() => {
    // Read by the host's navigation script, which otherwise swaps in a newer page when the panel is opened again.
    document.documentElement.toggleAttribute('data-draft', edits.length > 0);
  }, [edits]);
  const drifted = begun !== null && !isSameBase(begun.base, read);
  const draft = useMemo<Draft>(() => {
    const change = (next: (begun: Begun) => readonly Edit[]) =>
      setBegun((before) => {
        const from = before ?? { base: read, edits: NO_EDITS };
        const edits = next(from);
        return edits.length === 0 ? null : { base: from.base, edits };
      });
    return {
      base,
      edited,
      edits,
      canWrite,
      locked,
      writing,
      drifted,
      setWriting,
      edit: (edit) => change((from) => withEdit(from.base, from.edits, edit)),
      undo: (index) => change((from) => withoutEdit(from.base, from.edits, index)),
      clear: () => setBegun(null),
      restart: (base, edits) => setBegun(edits.length === 0 ? null : { base, edits }),
    };
  }, [base, edited, edits, canWrite, locked, writing, drifted, read]);
  return <DraftContext.Provider value={draft}>{children}</DraftContext.Provider>;
}

const NO_EDITS: readonly Edit[] = [];
