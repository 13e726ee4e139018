/** Rails that resell another one: Nous is a white label in front of OpenRouter (80% of its list price, same upstream). */
const RESOLD: ReadonlyMap<string, string> = new Map([['nous', 'openrouter']]);

/** A provider's name as comparisons see it: trimmed, lower case; `""` for anything that is not a name. */
export function railName(provider: unknown): string {
  return typeof provider === 'string' ? provider.trim().toLowerCase() : '';
}

/** The upstream behind a provider, so that two names of one failure domain compare equal; `""` when there is no name. */
export function upstreamGroup(provider: unknown): string {
  const name = railName(provider);
  return RESOLD.get(name) ?? name;
}
