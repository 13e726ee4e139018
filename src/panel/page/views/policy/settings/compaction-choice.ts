import { isMapping, type JsonObject, own } from '../../../../../lib/json.ts';
import { asMappings, asText } from '../../../wire/read.ts';
import type { Edit } from '../edit.ts';
import type { Pair } from '../queue/queue.ts';

/** Steps between filling the window (0) and compacting early (100), with their names. */
export const AGGRESSIVENESS = [
  ['0', '0: as late as possible'],
  ['25', '25: conservative'],
  ['50', '50: balanced'],
  ['100', '100: early'],
] as const;

/** The fallbacks that compaction can have, as choices: none, those of a tier, a list of its own. */
export function fallbackModes(policy: JsonObject): readonly (readonly [string, string])[] {
  const tiers = own(policy, 'tiers');
  return [
    ['', 'none'],
    ...(isMapping(tiers) ? Object.keys(tiers) : []).map((tier) => [`tier:${tier}`, `the hops of ${tier}`] as const),
    ['standalone', 'a list of its own'],
  ];
}

/** The edit that makes this pair the one that compacts. */
export function compactionModelEdit(block: JsonObject | null, { model, provider }: Pair): Edit {
  return { kind: 'set', path: ['compaction'], value: { ...block, provider, model }, label: 'Compaction model' };
}

/** The edit of the fallbacks. A list of its own begins with the model itself, since an empty one is refused. */
export function fallbackModeEdit(block: JsonObject, mode: string): Edit {
  const { fallback_mode: _mode, fallback_chain: chain, ...others } = block;
  const [model, provider] = [asText(own(block, 'model')), asText(own(block, 'provider'))];
  const first = model === null || provider === null ? [] : [{ provider, model }];
  const kept = asMappings(chain);
  const added =
    mode === 'standalone'
      ? { fallback_mode: mode, fallback_chain: kept.length > 0 ? kept : first }
      : mode === ''
        ? {}
        : { fallback_mode: mode };
  return { kind: 'set', path: ['compaction'], value: { ...others, ...added }, label: 'Compaction fallbacks' };
}
