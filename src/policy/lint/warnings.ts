import { isMapping, own } from '../../lib/json.ts';
import { registryProblems } from '../../models/registry-problems.ts';
import { withPriceWindows } from '../overlay.ts';
import { banWarnings, classifierWarnings, fallbackChainWarnings } from './block-warnings.ts';
import { isTooDeep } from './depth.ts';
import { tierWarnings } from './tier-warnings.ts';
import { unknownKeyWarnings } from './unknown-keys.ts';
import { ignoredKeyWarnings, profileWarnings, ruleWarnings } from './use-warnings.ts';

/** What the caller knows and the policy does not say. */
export interface WarningOptions {
  /** Profiles that exist; without it, profiles are not checked. */
  readonly profiles?: readonly string[];
}

/**
 * Advice on a policy, for people: what is legal and probably not meant. Never blocks anything, takes any value, never
 * throws. In order: the registry's own defects, bans that ban nothing, tiers, the block list's drift, the classifier,
 * keys and values without effect, profiles that do not exist.
 */
export function lintWarnings(policy: unknown, options: WarningOptions = {}): string[] {
  const warnings = registryProblems();
  if (!isMapping(policy) || isTooDeep(policy)) return warnings;
  const tiers = own(withPriceWindows(policy), 'tiers');
  warnings.push(...banWarnings(own(policy, 'blocklist')));
  if (isMapping(tiers)) {
    warnings.push(...Object.keys(tiers).flatMap((name) => tierWarnings(name, tiers[name])));
    warnings.push(...fallbackChainWarnings(own(policy, 'blocklist'), tiers));
    warnings.push(...classifierWarnings(own(policy, 'classifier'), tiers));
  }
  warnings.push(...unknownKeyWarnings(policy), ...ignoredKeyWarnings(policy), ...ruleWarnings(policy));
  return options.profiles ? [...warnings, ...profileWarnings(policy, options.profiles)] : warnings;
}
