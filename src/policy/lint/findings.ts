import { isList, isMapping, type Json, type JsonObject, own } from '../../lib/json.ts';
import { writtenValue } from '../../models/written-value.ts';
import { isTruthy } from '../../rules/scalars.ts';
import { isShadowed } from '../../rules/shadow.ts';
import { isTooDeep } from './depth.ts';

/** A rule that can never fire, because an earlier one takes everything it would match. Positions count from 0. */
export interface ShadowFinding {
  readonly code: 'shadowed';
  readonly later_index: number;
  readonly later_id: Json;
  readonly earlier_index: number;
  readonly earlier_id: Json;
  /** The very string that `lintPolicy` lists for this pair: consumers align the two by it. */
  readonly message: string;
}

interface Row {
  readonly index: number;
  readonly id: Json;
  readonly when: JsonObject;
}

/**
 * Most pairs that are listed. Six hundred rules of which each shadows the next make 179,700: more than anybody reads, and than an answer holds.
 */
export const MAX_FINDINGS = 1_000;

/**
 * The pairs of enabled rules where the earlier shadows the later, in file order of the earlier, then of the later; the first
 * {@link MAX_FINDINGS} of them. Empty for a policy without a list of rules; never throws.
 */
export function lintFindings(policy: unknown): ShadowFinding[] {
  const rules = isMapping(policy) && !isTooDeep(policy) ? own(policy, 'rules') : undefined;
  if (!isList(rules)) return [];
  const rows = rules.flatMap(readRow);
  const findings: ShadowFinding[] = [];
  for (const [at, earlier] of rows.entries()) {
    for (const later of rows.slice(at + 1)) {
      if (!isShadowed(earlier.when, later.when)) continue;
      findings.push(finding(earlier, later));
      if (findings.length === MAX_FINDINGS) return findings;
    }
  }
  return findings;
}

/** Pairs each error of a policy with the rules it names, by its text: one builder makes both. `null` for an error that names none. */
export function findingTargets(errors: readonly string[], policy: unknown): (ShadowFinding | null)[] {
  const findings = new Map(lintFindings(policy).map((finding) => [finding.message, finding]));
  return errors.map((error) => findings.get(error) ?? null);
}

/** A rule's id as messages show it. */
export function idText(id: unknown): string {
  return typeof id === 'string' ? id : writtenValue(id);
}

function readRow(rule: unknown, index: number): Row[] {
  if (!isMapping(rule) || own(rule, 'enabled') === false) return [];
  const id = own(rule, 'id');
  const when = own(rule, 'when');
  return id !== undefined && isTruthy(id) && isMapping(when) ? [{ index, id, when }] : [];
}

function finding(earlier: Row, later: Row): ShadowFinding {
  return {
    code: 'shadowed',
    later_index: later.index,
    later_id: later.id,
    earlier_index: earlier.index,
    earlier_id: earlier.id,
    message: `rule '${idText(later.id)}' is shadowed by earlier rule '${idText(earlier.id)}'`,
  };
}
