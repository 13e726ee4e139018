import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import type { JsonObject } from '../../lib/json.ts';
import { REGISTRY } from '../../models/registry.ts';
import { formatTimestamp } from '../../router/timestamp.ts';
import type { PriceChange } from './watch.ts';

/** What a person needs to judge a change: where, what, and which models of the registry it may be about. Nothing is applied by itself. */
export function changeRecord({ adapter, before, after }: PriceChange, now: Date): JsonObject {
  const { provider, key = provider, url, anchor } = adapter;
  const options = { context: 3, headerOptions: FILE_HEADERS_ONLY };
  const models = [...REGISTRY].filter(([id, entry]) => entry.provider === provider || id.includes(provider));
  return {
    ts: formatTimestamp(now),
    event: 'price_page_changed',
    title: `${provider}: the page about prices says something else`,
    key,
    provider,
    url,
    anchor,
    diff: createTwoFilesPatch('before', 'after', `${before}\n`, `${after}\n`, undefined, undefined, options),
    registry: JSON.parse(JSON.stringify(Object.fromEntries(models))),
    to_do: 'Read the page. Where a price or a window changed, set price_windows or capabilities in router.yaml.',
  };
}
