import { isList, isMapping, type Json, own } from '../lib/json.ts';
import { blocklistSection } from './section.ts';

/** The rows of `blocklist.manual_ban` as written, malformed ones included; `[]` when it is not a list. */
export function manualBans(document: unknown): readonly Json[] {
  const rows = own(blocklistSection(document), 'manual_ban');
  return isList(rows) ? rows : [];
}

/**
 * True when a ban row names this pair. Names compare without case. An empty ban model matches every model, an empty ban
 * provider every rail. An empty queried provider fails closed: banned on any rail is banned, so never widen a lookup by
 * leaving the provider out. A query without a model is never banned. A malformed row bans nothing and stops no other row.
 */
export function isBanned(
  bans: readonly Json[],
  model: string | null | undefined,
  provider: string | null | undefined,
): boolean {
  if (!model) return false;
  const wantedModel = model.toLowerCase();
  const wantedProvider = (provider ?? '').toLowerCase();
  return bans.some((row) => {
    const ban = readBan(row);
    if (ban === null || (ban.model !== '' && ban.model !== wantedModel)) return false;
    return ban.provider === '' || wantedProvider === '' || ban.provider === wantedProvider;
  });
}

function readBan(row: Json): { model: string; provider: string } | null {
  if (!isMapping(row)) return null;
  const model = Object.hasOwn(row, 'model') ? row.model : '';
  const provider = Object.hasOwn(row, 'provider') ? row.provider : '';
  if (typeof model !== 'string' || typeof provider !== 'string') return null;
  return { model: model.toLowerCase(), provider: provider.toLowerCase() };
}
