import type { ComponentChildren } from 'preact';
import type { Failure } from '../wire/call.ts';
import { failureWords } from '../wire/failure-words.ts';
import { placeOf } from '../wire/place.ts';
import type { Resource } from '../wire/resource.ts';

/** Shows what was read; before that, that it is being read; without it, why not. */
export function Loaded<T>({
  of: resource,
  children,
}: {
  readonly of: Resource<T>;
  readonly children: (data: T) => ComponentChildren;
}) {
  if (resource.data !== null) return <>{children(resource.data)}</>;
  if (resource.failure !== null) return <FailureNote failure={resource.failure} />;
  return <p class="muted">Reading …</p>;
}

/** A failure in words with its cure, where the thing would be. */
export function FailureNote({ failure }: { readonly failure: Failure }) {
  const { what, cure } = failureWords(failure, placeOf(location));
  return (
    <p class="note" data-tone="bad" role="alert">
      <strong>{what}</strong> {cure}
    </p>
  );
}
