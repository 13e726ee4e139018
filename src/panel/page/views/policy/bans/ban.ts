import { isMapping, type Json, type JsonObject, own } from '../../../../../lib/json.ts';
import { asText } from '../../../wire/read.ts';
import type { Edit } from '../edit.ts';

/** What a person types to ban something; empty texts for what is left open. */
export interface BanForm {
  readonly model: string;
  readonly provider: string;
  readonly reason: string;
}

/** The form before anything is typed. */
export const EMPTY_BAN: BanForm = { model: '', provider: '', reason: '' };

/** The row for the file: only what was given. */
export function banRow({ model, provider, reason }: BanForm): JsonObject {
  const given = [['model', model] as const, ['provider', provider] as const, ['reason', reason] as const]
    .map(([key, text]) => [key, text.trim()] as const)
    .filter(([, text]) => text !== '');
  return Object.fromEntries(given);
}

/** Why a ban cannot be added; null when it can. Names are compared without case, as the router compares them. */
export function banProblem(form: BanForm, bans: readonly Json[]): string | null {
  const row = banRow(form);
  if (own(row, 'model') === undefined && own(row, 'provider') === undefined)
    return 'Name a model, a provider, or both: a ban of neither would stop everything.';
  return bans.some((ban) => isMapping(ban) && banTarget(ban) === banTarget(row)) ? 'That is banned already.' : null;
}

/** What a row of the file bans, in words; null for a row that bans nothing. */
export function banWords(ban: Json): string | null {
  if (!isMapping(ban)) return null;
  const [model, provider] = [own(ban, 'model') ?? '', own(ban, 'provider') ?? ''];
  if (typeof model !== 'string' || typeof provider !== 'string') return null;
  if (model === '' && provider === '') return 'everything';
  if (model === '') return `every model of ${provider}`;
  return provider === '' ? `${model}, at every provider` : `${model} @ ${provider}`;
}

/** The edit that makes this the list of bans. */
export function bansEdit(bans: readonly Json[]): Edit {
  return { kind: 'set', path: ['blocklist', 'manual_ban'], value: bans, label: 'Bans' };
}

function banTarget(ban: JsonObject): string {
  const name = (key: string) => (asText(own(ban, key)) ?? '').toLowerCase();
  return JSON.stringify([name('model'), name('provider')]);
}
