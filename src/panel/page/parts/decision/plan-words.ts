import { ownRow } from '../../wire/read.ts';
import { count, factor, plural } from '../format.ts';
import { type HopFacts, hopName, type PlanFacts, samePair } from './plan-facts.ts';

type NoteTone = 'bad' | 'warn' | 'info' | 'idle';

/** Something about a plan that a reader should not miss. */
export interface PlanNote {
  readonly tone: NoteTone;
  readonly text: string;
}

const REASONS: Readonly<Record<string, string>> = {
  context_too_small: 'its context is too small',
  no_vision: 'it cannot see images',
  no_tool_calling: 'it cannot call tools',
  no_structured_output: 'it cannot give structured output',
  capability_unknown: 'nobody declared what it can do',
  time_cap: 'it costs more at this hour than the tier allows',
  over_time_cap: 'it costs more at this hour than the tier allows',
  avoid_peak: 'the tier moves it back while it charges more',
  behind_preferred: 'the tier prefers another',
  declared_later: 'the tier names it later',
  cheapest_now: 'a cheaper hop comes first at this hour',
  random: 'the draw put another first',
  sequential: 'the tier names it later',
  blocked: 'it is blocked',
  manual_ban: 'it is banned by hand',
  breaker_open: 'its breaker is open',
  breaker_half_open: 'its breaker is half open',
  selection_warning: 'Hermes warned against it',
};

const ABILITIES: Readonly<Record<string, string>> = {
  vision: 'vision',
  tool_calling: 'tool calling',
  structured_output: 'structured output',
};

const ORDERS: Readonly<Record<string, string>> = {
  sequential: 'as the tier names them',
  cheapest_now: 'cheapest first at this hour',
  random: 'shuffled',
};

/** Why a hop was left out, in words; a reason that nobody knows here as it is written. */
export function reasonWords(reason: string): string {
  if (reason === '') return 'no reason is recorded';
  return ownRow(REASONS, reason) ?? reason;
}

/** What a model has to offer for the task and its tier, in words. The tokens have a margin in them, or are the floor of the tier. */
export function needsWords({ minContext, abilities }: PlanFacts): string {
  const needs = [
    ...(minContext === null ? [] : [`room for ${count(minContext)} input tokens`]),
    ...abilities.map((name) => ownRow(ABILITIES, name) ?? name),
  ];
  return needs.length === 0 ? 'nothing special' : needs.join(', ');
}

/** The order of the hops, in words. */
export function orderWords({ strategy, pinPrimary, rails }: PlanFacts): string {
  const order = strategy === null ? 'order unknown' : (ownRow(ORDERS, strategy) ?? strategy);
  const pinned = pinPrimary && strategy !== null && strategy !== 'sequential' ? ', the first one stays first' : '';
  const on = rails === null ? 'unknown' : rails === 1 ? '1 provider' : `${count(rails)} independent providers`;
  return `${order}${pinned}; on ${on}`;
}

/** What happened to one hop of the queue, in words: blocked, moved, priced. Empty for nothing. */
export function hopRemarks(hop: HopFacts, plan: PlanFacts): readonly PlanNote[] {
  const { model } = hop;
  const notes: PlanNote[] = [];
  if (plan.blocked.some((row) => samePair(row, hop))) notes.push({ tone: 'bad', text: 'blocked' });
  if (plan.demoted.includes(model)) notes.push({ tone: 'warn', text: 'moved back' });
  if (plan.promoted.includes(model)) notes.push({ tone: 'info', text: 'moved forward' });
  if (plan.peakPriced.includes(model)) notes.push({ tone: 'warn', text: 'peak price' });
  if (plan.unknown.includes(model)) notes.push({ tone: 'idle', text: 'abilities unknown' });
  return notes;
}

/** What a reader should know of the plan as a whole, the worst first. */
export function planNotes(plan: PlanFacts): readonly PlanNote[] {
  const notes: PlanNote[] = [];
  const note = (holds: boolean, tone: NoteTone, text: string) => {
    if (holds) notes.push({ tone, text });
  };
  const names = (list: readonly string[]) => list.join(', ');
  const { blocked, unknown, demoted, promoted, peakPriced } = plan;
  note(
    plan.unsatisfiable.length > 0,
    'bad',
    `No known model takes ${count(plan.minContext)} input tokens. Split the task, or declare a hop whose context_window is large enough.`,
  );
  note(plan.chain.length === 0, 'bad', 'The queue is empty: nothing would run.');
  note(
    plan.bypassed,
    'warn',
    'No hop meets what the task needs, so the filter was bypassed and all of them are tried.',
  );
  note(
    plan.capBypassed,
    'warn',
    `Every hop costs more than ${factor(plan.maxMultiplier)} at this hour, so the cap was bypassed.`,
  );
  note(plan.blocklistBypassed, 'warn', 'Everything is blocked, so hops that cool down are tried all the same.');
  note(plan.widened, 'warn', 'The hops of the plan were blocked, so others took their place.');
  note(
    plan.blockedOnlyLabelled && blocked.length > 0,
    'warn',
    `Blocked now: ${names(blocked.map(hopName))}. A live decision passes over it.`,
  );
  note(
    !plan.blockedOnlyLabelled && blocked.length > 0,
    'warn',
    `Left out because it was blocked: ${names(blocked.map(hopName))}.`,
  );
  note(
    plan.degradedReason !== null,
    'warn',
    `The tier asks for the order ${plan.strategyDeclared ?? 'unknown'}, which could not be made: ${plan.degradedReason}.`,
  );
  note(demoted.length > 0, 'info', `Moved back, because it charges more at this hour: ${names(demoted)}.`);
  note(promoted.length > 0, 'info', `Moved forward, because the tier prefers it: ${names(promoted)}.`);
  note(
    peakPriced.length > 0 && demoted.length === 0,
    'info',
    `${names(peakPriced)} charges more at this hour. Nothing moved: no cheaper hop stands behind it.`,
  );
  note(
    unknown.length > 0,
    'info',
    `Nobody declared everything about ${names(unknown)}: what the task needs of it is not checked.`,
  );
  return notes;
}

/** Every hop that was left out of the queue, with the reason in words. */
export function leftOut(plan: PlanFacts): readonly { readonly name: string; readonly why: string }[] {
  // After a bypass the rejected hops run all the same: they are the reason of the bypass, not left out.
  const refused = plan.rejected.map((hop) => ({
    name: hopName(hop),
    why: `${reasonWords(hop.reason)}${plan.bypassed ? ' (tried all the same)' : ''}`,
  }));
  const capped = plan.capBypassed
    ? []
    : plan.capped.map(({ model, multiplier }) => ({
        name: model,
        why: `it costs ${factor(multiplier)} at this hour, the tier allows ${factor(plan.maxMultiplier)}`,
      }));
  const more =
    plan.rejectedTruncated > 0 ? [{ name: plural(plan.rejectedTruncated, 'other hop'), why: 'not in the record' }] : [];
  return [...refused, ...capped, ...more];
}
