import { type JsonObject, jsonEqual } from '../../lib/json.ts';
import { sha256 } from '../file-state.ts';
import { findingTargets, type ShadowFinding } from '../lint/findings.ts';
import { lintPolicy } from '../lint/lint.ts';
import { lintWarnings } from '../lint/warnings.ts';
import { parsePolicyTree } from '../parse.ts';
import { maskedText } from '../secret-keys.ts';
import { editPolicyText } from './edit-text.ts';
import { mergePatch } from './merge.ts';
import type { Patch } from './patch.ts';
import { unifiedDiff } from './unified-diff.ts';

/** What a patch would do to the bytes of a policy file. */
export interface PlannedEdit {
  /** sha256 (hex) of the bytes it starts from. */
  readonly baseHash: string;
  /** The document before. */
  readonly current: JsonObject;
  /** The document as it would be read afterwards; the one before where the patch is refused. */
  readonly proposed: JsonObject;
  /** What would be written. The bytes before where the patch is refused, or changes nothing. */
  readonly bytes: Uint8Array;
  readonly resultHash: string;
  /** Why it may not be written; empty for a valid edit. */
  readonly errors: readonly string[];
  /** Aligned with `errors`: the pair of rules an error names, or null. */
  readonly errorTargets: readonly (ShadowFinding | null)[];
  /** Advice on the proposed document. */
  readonly warnings: readonly string[];
  /** Whether the documents are equal. False where the patch is refused. */
  readonly noOp: boolean;
  /** The difference of the bytes as a unified diff, secrets masked; `""` for none. */
  readonly diff: string;
}

/** The edit, or why the bytes cannot be read as a policy. */
export type PlanEditResult =
  | { readonly ok: true; readonly edit: PlannedEdit }
  | { readonly ok: false; readonly error: string };

/** Works out what a patch does to a policy: merged, written into the text, read back, linted. Pure; the one source of plan and apply. */
export function planEdit(bytes: Uint8Array, patch: Patch): PlanEditResult {
  const tree = parsePolicyTree(bytes);
  if (!tree.ok) return tree;
  const current = tree.document;
  const baseHash = sha256(bytes);
  const refused = (errors: readonly string[]): PlanEditResult => ({
    ok: true,
    edit: {
      ...{ baseHash, current, proposed: current, bytes, resultHash: baseHash, errors, noOp: false, diff: '' },
      ...{ errorTargets: errors.map(() => null), warnings: [...tree.warnings, ...lintWarnings(current)] },
    },
  });
  const merged = mergePatch(current, patch);
  if (!merged.ok) return refused(merged.errors);
  const edited = editPolicyText(tree, merged.document);
  if (!edited.ok) return refused([edited.error]);
  const proposed = edited.tree.document;
  const result = edited.tree === tree ? bytes : encoded(edited.tree.text, bytes);
  const errors = lintPolicy(proposed);
  return {
    ok: true,
    edit: {
      ...{ baseHash, current, proposed, bytes: result, resultHash: sha256(result), errors },
      errorTargets: findingTargets(errors, proposed),
      warnings: [...edited.tree.warnings, ...lintWarnings(proposed)],
      noOp: jsonEqual(current, proposed),
      // The mark at the begin of a file never changes, so the texts without it differ where the bytes do.
      diff: edited.tree === tree ? '' : unifiedDiff(maskedText(tree), maskedText(edited.tree)),
    },
  };
}

/** Text as bytes, with the byte order mark of the file it replaces. */
function encoded(text: string, before: Uint8Array): Uint8Array {
  return new TextEncoder().encode(hasMark(before) ? `\ufeff${text}` : text);
}

function hasMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}
