import type { ComponentChildren } from 'preact';

/** What a colour means. Colour never stands alone: the words beside it say the same. */
export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'idle';

/** A state in a word or two. */
export function Badge({ tone, children }: { readonly tone: Tone; readonly children: ComponentChildren }) {
  return (
    <span class="badge" data-tone={tone}>
      {children}
    </span>
  );
}
