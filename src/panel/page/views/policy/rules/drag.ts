import { useState } from 'preact/hooks';

/** Dragging rows of a list over each other. */
export interface Dragging {
  /** The row that is over, and on which side of it the dragged one would come to stand; null while nothing is dragged. */
  readonly over: { readonly id: string; readonly after: boolean } | null;
  readonly start: (event: DragEvent, id: string) => void;
  readonly move: (event: DragEvent, id: string) => void;
  readonly drop: (event: DragEvent, next: string | null) => void;
  readonly end: () => void;
}

/** Native drag and drop; `put` moves a rule before another (null: last). An extra: every move has buttons and keys too. */
export function useDragging(put: (id: string, before: string | null) => void): Dragging {
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<Dragging['over']>(null);
  const end = () => {
    setDragged(null);
    setOver(null);
  };
  return {
    over,
    end,
    start: (event, id) => {
      // Firefox drags nothing that carries no data.
      event.dataTransfer?.setData('text/plain', id);
      if (event.dataTransfer !== null) event.dataTransfer.effectAllowed = 'move';
      setDragged(id);
    },
    move: (event, id) => {
      if (dragged === null || !(event.currentTarget instanceof HTMLElement)) return;
      event.preventDefault();
      const { top, height } = event.currentTarget.getBoundingClientRect();
      const after = event.clientY > top + height / 2;
      if (over?.id !== id || over.after !== after) setOver({ id, after });
    },
    drop: (event, next) => {
      if (dragged === null || over === null) return;
      event.preventDefault();
      const before = over.after ? next : over.id;
      if (before !== dragged) put(dragged, before);
      end();
    },
  };
}
