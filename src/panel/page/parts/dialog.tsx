import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

/** A question or a preview in front of everything else, shown as long as it is rendered. Escape closes it, unless it is busy. */
export function Dialog({
  title,
  busy = false,
  onClose,
  children,
}: {
  readonly title: string;
  /** True while what it asks for is under way: it cannot be closed then. */
  readonly busy?: boolean;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}) {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const opener = document.activeElement;
    const view = element.current?.closest<HTMLElement>('[role="tabpanel"]');
    element.current?.showModal();
    // An element that is taken out of the document gives the focus back to nobody, so this does.
    return () => {
      if (isFocusNowhere() && opener instanceof HTMLElement) opener.focus();
      // What opened it may be gone or switched off by what was asked for: the view around it is the next best place.
      if (isFocusNowhere()) view?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog
      ref={element}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        if (!busy) onClose();
      }}
    >
      <h2 id={heading}>{title}</h2>
      {children}
    </dialog>
  );
}

function isFocusNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}
