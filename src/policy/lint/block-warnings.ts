import { isList, isMapping, type JsonObject, own } from '../../lib/json.ts';
import { railName } from '../../models/upstream.ts';
import { tierHops } from '../tier-hops.ts';
import { isName } from './values.ts';

/** Advice on ban rows that cannot be read. The other rows keep banning. */
export function banWarnings(blocklist: unknown): string[] {
  const rows = isMapping(blocklist) ? own(blocklist, 'manual_ban') : undefined;
  if (!isList(rows)) return [];
  return rows.flatMap((row, index) => {
    const where = `blocklist.manual_ban[${index}]`;
    if (!isMapping(row)) return [`${where} is not a mapping, so this row bans nothing`];
    const wrong = ['model', 'provider'].filter((key) => !['string', 'undefined'].includes(typeof own(row, key)));
    return wrong.length > 0 ? [`${where}: ${wrong.join(' and ')} must be a string, so this row bans nothing`] : [];
  });
}

/** Advice on models that the tiers use and the flat replacement list lacks: banning one could leave nothing to run. */
export function fallbackChainWarnings(blocklist: unknown, tiers: JsonObject): string[] {
  const chain = isMapping(blocklist) ? own(blocklist, 'fallback_chain') : undefined;
  if (!isList(chain)) return [];
  const members = Object.keys(tiers).flatMap((name) => tierHops(tiers[name]).map((hop) => own(hop, 'model')));
  const missing = new Set(members.filter(isName).filter((model) => !chain.includes(model)));
  return [...missing].sort().map((model) => `blocklist.fallback_chain: tier model '${model}' is missing from the list`);
}

/** Advice on a classifier that fails together with a tier. */
export function classifierWarnings(classifier: unknown, tiers: JsonObject): string[] {
  if (!isMapping(classifier)) return [];
  const chain = own(classifier, 'chain');
  const head = isList(chain) ? chain[0] : undefined;
  return [
    ...sharedDomainWarnings('classifier', own(classifier, 'provider'), tiers),
    ...sharedDomainWarnings('classifier.chain[0]', isMapping(head) ? own(head, 'provider') : undefined, tiers),
  ];
}

function sharedDomainWarnings(label: string, provider: unknown, tiers: JsonObject): string[] {
  const rail = railName(provider);
  const sharing = Object.keys(tiers).filter((name) => {
    const tier = tiers[name];
    return isMapping(tier) && railName(own(tier, 'provider')) === rail;
  });
  if (rail === '' || sharing.length === 0) return [];
  const primaries = sharing.sort().join(', ');
  return [`${label}: provider '${rail}' is also the primary of ${primaries}, so it shares a failure domain with them`];
}
