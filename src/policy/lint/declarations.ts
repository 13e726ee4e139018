import { isMapping, type JsonObject, own } from '../../lib/json.ts';
import { BILLING_MODES, REGISTRY_FIELDS } from '../../models/capabilities.ts';
import { isVerifiedDate } from '../../models/registry-problems.ts';
import { priceWindowProblems } from '../../models/window-problems.ts';
import { NON_CAPABILITY_KEYS } from '../../rules/tiers.ts';
import { isNumberFrom, isWholeFrom, listed, mustBe, unknownKeys } from './values.ts';

const KNOWN: ReadonlySet<string> = new Set([...NON_CAPABILITY_KEYS, ...REGISTRY_FIELDS]);
const TOKENS = ['context_window', 'max_input_tokens', 'max_output'] as const;
const PRICES = ['price_in', 'price_out'] as const;

/** The declarations that are true or false, on a hop and in `requirements` alike. */
export const CAPABILITY_FLAGS = ['vision', 'tool_calling', 'structured_output'] as const;

/**
 * Findings on what a tier or hop declares about its model: keys nobody reads, billing mode, figures, price windows.
 * `label` says whose they are. A declared `null` means "not published" and is fine, but for the billing mode.
 */
export function declarationProblems(label: string, hop: JsonObject): string[] {
  const findings = unknownKeys(hop, KNOWN).map(
    (key) => `${label}: declares unknown capability key '${key}' (known: ${listed(KNOWN)})`,
  );
  const billing = own(hop, 'billing_mode');
  if (billing !== undefined && !BILLING_MODES.some((mode) => mode === billing))
    findings.push(mustBe(`${label}: 'billing_mode'`, `one of ${listed(BILLING_MODES)}`, billing));
  return [...findings, ...figureProblems(label, hop), ...windowProblems(hop)];
}

/** Findings on the capabilities and prices that a block declares, not on its other keys. */
export function figureProblems(label: string, hop: JsonObject): string[] {
  const findings: string[] = [];
  const check = (key: string, isRight: (value: unknown) => boolean, allowed: string) => {
    const value = own(hop, key);
    if (value !== undefined && value !== null && !isRight(value))
      findings.push(mustBe(`${label}: '${key}'`, allowed, value));
  };
  for (const key of TOKENS) check(key, (value) => isWholeFrom(1, value), 'a whole number of tokens above 0');
  for (const key of CAPABILITY_FLAGS) check(key, (value) => typeof value === 'boolean', 'true or false');
  for (const key of PRICES) check(key, (value) => isNumberFrom(0, value), 'a number of dollars per million tokens');
  check('price_windows_verified', isVerifiedDate, "a date written 'YYYY-MM-DD' in quotes");
  return findings;
}

function windowProblems(hop: JsonObject): string[] {
  const model = own(hop, 'model');
  return priceWindowProblems(typeof model === 'string' ? model : '?', own(hop, 'price_windows'));
}

/** Findings on the policy's top-level `price_windows`: model id -> windows, or windows with the date they were read. */
export function overlayProblems(overlay: unknown): string[] {
  if (overlay === undefined || overlay === null) return [];
  if (!isMapping(overlay)) return [mustBe('price_windows', 'a mapping of model ids to lists of windows', overlay)];
  return Object.keys(overlay).flatMap((model) => overlayEntryProblems(model, overlay[model]));
}

const EXTENDED: ReadonlySet<string> = new Set(['price_windows', 'price_windows_verified']);

function overlayEntryProblems(model: string, entry: unknown): string[] {
  const label = `price_windows: model '${model}'`;
  if (entry === undefined || entry === null) return [];
  if (Array.isArray(entry)) return priceWindowProblems(model, entry);
  if (!isMapping(entry)) return [mustBe(label, "a list of windows or a mapping with 'price_windows'", entry)];
  const findings = unknownKeys(entry, EXTENDED).map(
    (key) => `${label}: unknown key '${key}' (allowed: ${listed(EXTENDED)})`,
  );
  if (own(entry, 'price_windows') === undefined) findings.push(`${label}: missing 'price_windows'`);
  findings.push(...priceWindowProblems(model, own(entry, 'price_windows')));
  const verified = own(entry, 'price_windows_verified');
  if (verified !== undefined && verified !== null && !isVerifiedDate(verified))
    findings.push(mustBe(`${label}: 'price_windows_verified'`, "a date written 'YYYY-MM-DD' in quotes", verified));
  return findings;
}
