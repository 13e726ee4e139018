import { isList, isMapping, type JsonObject, jsonEqual, own } from '../../../../../lib/json.ts';
import type { Edit } from '../edit.ts';
import { hopName, type Pair } from '../queue/queue.ts';

/** The classifier's hops; null where only the file can mend them. */
export interface ClassifierQueue {
  readonly hops: readonly JsonObject[] | null;
  /** What is odd about them, for a person; null when nothing is. */
  readonly problem: string | null;
}

/** The hops that the classifier asks: its chain, or its model alone where it has none. */
export function classifierQueue(block: JsonObject): ClassifierQueue {
  const chain = own(block, 'chain');
  const alone = pairOf(block);
  if (chain === undefined || chain === null || (isList(chain) && chain.length === 0))
    return { hops: alone === null ? [] : [{ ...alone }], problem: null };
  const hops = isList(chain) ? chain.filter(isMapping) : [];
  if (!isList(chain) || hops.length !== chain.length)
    return { hops: null, problem: 'Its chain is not a list of hops. Only the file can mend that.' };
  const first = hops[0];
  const isOdd = first !== undefined && alone !== null && !jsonEqual(pairOf(first), alone);
  return {
    hops,
    problem: isOdd
      ? `It names ${hopName(block)}, but its chain begins with ${hopName(first)}. A change here mends that.`
      : null,
  };
}

/** The edit that gives the classifier other hops. Its own model and provider are those of the first, as the file wants it. */
export function classifierEdit(block: JsonObject, hops: readonly JsonObject[]): Edit {
  const { model, provider } = pairOf(hops[0] ?? {}) ?? {};
  const { chain, ...others } = block;
  const head = model === undefined || provider === undefined ? {} : { model, provider };
  const needsChain = hops.length > 1 || (isList(chain) && chain.length > 0) || Object.keys(hops[0] ?? {}).length > 2;
  const value = { ...others, ...head, ...(needsChain && { chain: hops }) };
  return { kind: 'set', path: ['classifier'], value, label: 'Classifier' };
}

function pairOf(hop: JsonObject): Pair | null {
  const [model, provider] = [own(hop, 'model'), own(hop, 'provider')];
  return typeof model === 'string' && typeof provider === 'string' ? { model, provider } : null;
}
