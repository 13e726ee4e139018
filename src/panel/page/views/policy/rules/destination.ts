import { type JsonObject, own } from '../../../../../lib/json.ts';
import { asMapping, asMappings, asText } from '../../../wire/read.ts';

/** Where a rule or the default sends a task: what the keys of its `then` come to. */
export type Destination =
  | { readonly kind: 'tier'; readonly tier: string }
  | { readonly kind: 'model'; readonly model: string; readonly provider: string }
  | { readonly kind: 'classify' }
  | { readonly kind: 'deny' }
  | { readonly kind: 'none' };

/** Reads a destination. A refusal wins over everything, the classifier over a model, as in the decision. */
export function destinationOf(then: unknown, tiers: unknown): Destination {
  const { deny, action, model, provider } = asMapping(then);
  if (deny === true) return { kind: 'deny' };
  if (action === 'classify') return { kind: 'classify' };
  const name = asText(model);
  if (name === null) return { kind: 'none' };
  const isTier = asText(provider) === null && (Object.hasOwn(asMapping(tiers), name) || /^T\d+$/.test(name));
  return isTier ? { kind: 'tier', tier: name } : { kind: 'model', model: name, provider: asText(provider) ?? '' };
}

/** The `then` that sends a task elsewhere; its profile and whatever else it says stay. */
export function withDestination(then: JsonObject, to: Destination): JsonObject {
  const { model: _model, provider: _provider, action: _action, deny: _deny, ...rest } = then;
  switch (to.kind) {
    case 'tier':
      return { ...rest, model: to.tier };
    case 'model':
      return { ...rest, model: to.model, ...(to.provider === '' ? {} : { provider: to.provider }) };
    case 'classify':
      return { ...rest, action: 'classify' };
    case 'deny':
      return { ...rest, deny: true };
    case 'none':
      return rest;
  }
}

/** The `then` with another profile; empty text removes it. */
export function withProfile(then: JsonObject, profile: string): JsonObject {
  const { profile: _, ...rest } = then;
  return profile === '' ? rest : { profile, ...rest };
}

/** A destination in words: `tier T4`, `gpt-5.5 @ openai-codex`, `the classifier picks the tier`. */
export function destinationWords(to: Destination): string {
  switch (to.kind) {
    case 'tier':
      return `tier ${to.tier}`;
    case 'model':
      return to.provider === '' ? to.model : `${to.model} @ ${to.provider}`;
    case 'classify':
      return 'the classifier picks the tier';
    case 'deny':
      return 'refused';
    case 'none':
      return 'no model';
  }
}

/** A whole `then` in words, its profile first. */
export function thenWords(then: unknown, tiers: unknown): string {
  const destination = destinationOf(then, tiers);
  const to = destinationWords(destination);
  const profile = asText(asMapping(then).profile);
  return profile === null || destination.kind === 'deny' ? to : `profile ${profile}, ${to}`;
}

/** Every profile that the policy names, each once, in its order. */
export function knownProfiles(policy: JsonObject): readonly string[] {
  const named = [...asMappings(own(policy, 'rules')).map(({ then }) => then), policy.default, policy.fail_safe];
  return [...new Set(named.flatMap((block) => asText(asMapping(block).profile) ?? []))];
}
