import type { JsonObject } from '../lib/json.ts';
import type { PolicySnapshot } from '../policy/store.ts';

/** Which policy decisions run on, for the faces that describe the file on disk. */
export interface PolicyInUseView {
  /** SHA-256 of the policy's bytes in lower-case hex; `null` where there never was a file. */
  readonly hash: string | null;
  /** The file itself, the last good one where the file cannot decide, or a mapping that no good one stood in for. */
  readonly source: 'file' | 'last_good' | 'unvalidated';
}

/** The `policy_in_use` field of an answer. */
export function policyInUseView(snapshot: PolicySnapshot): PolicyInUseView {
  return { hash: snapshot.inUse.hash, source: snapshot.inUse.source };
}

/**
 * The policy that `/blocklist` and `/liveness` speak of: the file on disk while it can be loaded (the panel edits its bans), else the one
 * whose bans are being enforced in its place.
 */
export function servedDocument(snapshot: PolicySnapshot): JsonObject {
  return snapshot.loadError === null ? snapshot.document : snapshot.inUse.document;
}
