/** Where a rule can be put. */
export type Step = 'up' | 'down' | 'first' | 'last';

/**
 * The rule that a moved one comes to stand before (null: it becomes the last), for `move-rule`. Undefined where the step leads nowhere.
 */
export function beforeAfterStep(ids: readonly string[], id: string, step: Step): string | null | undefined {
  const at = ids.indexOf(id);
  const last = ids.length - 1;
  if (at === -1) return undefined;
  if (step === 'up' || step === 'first') return at === 0 ? undefined : ids[step === 'up' ? at - 1 : 0];
  if (at === last) return undefined;
  return (step === 'down' ? ids[at + 2] : undefined) ?? null;
}

/** The place that a rule has once it stands before another, counted from 1. */
export function placeBefore(ids: readonly string[], id: string, before: string | null): number {
  const others = ids.filter((other) => other !== id);
  return before === null ? others.length + 1 : others.indexOf(before) + 1;
}
