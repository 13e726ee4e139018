import type { ComponentChildren } from 'preact';

/** A titled group. `aside` stands beside the title: a badge, a link, what window the numbers cover. */
export function Card({
  title,
  aside,
  children,
}: {
  readonly title: string;
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  return (
    <section class="card" aria-label={title}>
      <div class="card-head">
        <h2>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
