import { isMapping, type JsonObject } from '../lib/json.ts';
import { BILLING_MODES, REGISTRY_FIELDS } from './capabilities.ts';
import { REGISTRY } from './registry.ts';
import { priceWindowProblems } from './window-problems.ts';
import { writtenValue } from './written-value.ts';

const KNOWN_FIELDS: ReadonlySet<string> = new Set([...REGISTRY_FIELDS, 'runtime_override', 'source', 'verified']);
const REQUIRED = ['provider', 'context_window', 'billing_mode'] as const;
const BOOLEANS = ['vision', 'tool_calling', 'structured_output'] as const;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** True for a date written exactly `YYYY-MM-DD`, untrimmed: the form of every "verified" date. */
export function isVerifiedDate(value: unknown): boolean {
  return typeof value === 'string' && DATE.test(value);
}

/**
 * Findings on registry rows, each starting with `model '<id>': `; empty when clean, which the shipped registry is.
 * Never throws, whatever the rows are.
 */
export function registryProblems(entries: Iterable<readonly [string, unknown]> = REGISTRY): string[] {
  const findings: string[] = [];
  for (const [model, entry] of entries) {
    const label = `model '${model}': `;
    if (!isMapping(entry)) {
      findings.push(`${label}entry must be a mapping, got ${writtenValue(entry)}`);
      continue;
    }
    findings.push(...fieldProblems(entry).map((finding) => label + finding));
    findings.push(...priceWindowProblems(model, entry.price_windows));
    findings.push(...namingProblems(entry).map((finding) => label + finding));
  }
  return findings;
}

function fieldProblems(entry: JsonObject): string[] {
  const findings = REQUIRED.filter((field) => isMissing(entry[field])).map((field) => `missing ${field}`);
  const mode = entry.billing_mode;
  if (!isMissing(mode) && !BILLING_MODES.some((known) => known === mode))
    findings.push(`billing_mode must be one of ${BILLING_MODES.join(', ')}, got ${writtenValue(mode)}`);
  const window = entry.context_window;
  if (!isMissing(window) && !(typeof window === 'number' && Number.isInteger(window) && window > 0))
    findings.push(`context_window must be a positive whole number, got ${writtenValue(window)}`);
  for (const field of BOOLEANS)
    if (typeof entry[field] !== 'boolean')
      findings.push(`${field} must be true or false, got ${writtenValue(entry[field])}`);
  return findings;
}

function namingProblems(entry: JsonObject): string[] {
  const findings: string[] = [];
  const verified = entry.price_windows_verified;
  if (verified !== undefined && !isVerifiedDate(verified))
    findings.push(`price_windows_verified must be written YYYY-MM-DD, got ${writtenValue(verified)}`);
  const unknown = Object.keys(entry).filter((field) => !KNOWN_FIELDS.has(field));
  return [...findings, ...unknown.sort().map((field) => `unrecognised field ${writtenValue(field)}`)];
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
