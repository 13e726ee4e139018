import { createFileReader, type FileReading } from '../lib/file-reader.ts';
import type { JsonObject } from '../lib/json.ts';
import type { ExtraSignals } from '../signals/features.ts';
import { type PolicyFileState, policyFileState, type UsablePolicy } from './file-state.ts';
import type { ShadowFinding } from './lint/findings.ts';
import { MAX_POLICY_BYTES } from './parse.ts';

/** What decisions are made with. */
export interface PolicyInUse {
  /** sha256 (hex) of the bytes it came from; null when there has never been a loadable policy. */
  readonly hash: string | null;
  /**
   * `file`: the file on disk. `last_good`: an earlier content of it, because the one on disk has errors or is still being written.
   * `unvalidated`: there is no earlier one, so the last content that could be loaded is used as far as it goes; `{}` if none could.
   */
  readonly source: 'file' | 'last_good' | 'unvalidated';
  /** With the price-window overlay applied. */
  readonly document: JsonObject;
  readonly extraSignals: ExtraSignals;
}

/** The policy file as it is on disk, and what is used in its place while it is broken. */
export interface PolicySnapshot {
  readonly path: string;
  /** The document on disk as written; `{}` when it cannot be loaded. */
  readonly document: JsonObject;
  /** sha256 (hex) of the bytes on disk; null when they cannot be read. */
  readonly hash: string | null;
  readonly mtime: Date | null;
  readonly loadError: string | null;
  /** The load error alone, or every lint error; empty for a valid policy. */
  readonly errors: readonly string[];
  /** Aligned with `errors`: the pair of rules an error names, or null. */
  readonly errorTargets: readonly (ShadowFinding | null)[];
  readonly warnings: readonly string[];
  readonly inUse: PolicyInUse;
}

/** Access to one policy file. */
export interface PolicyStore {
  /** Never throws. The same object as before, for as long as nothing changed. */
  read(): PolicySnapshot;
}

/** Options of `openPolicyStore`. */
export interface PolicyStoreOptions {
  readonly path: string;
  /** Milliseconds since the epoch. Default: the wall clock. */
  readonly now?: () => number;
}

/**
 * How long a file that was written in place must have been left alone before its content replaces a good policy. Editors that truncate and
 * write pause for tens of milliseconds between chunks, and the first half of a policy can be a valid policy without the bans of its second
 * half. A file renamed into place is complete and is used at once.
 */
const QUIET_MS = 250;

const EMPTY: PolicyInUse = { hash: null, source: 'unvalidated', document: {}, extraSignals: {} };

interface Good {
  readonly policy: UsablePolicy;
  readonly identity: string;
}

/**
 * Opens a policy file for reading. It is looked at on every `read` and parsed again only when it changed. A file that breaks, or is deleted,
 * is reported as it is while decisions stay on the last content without errors, for the life of the process.
 */
export function openPolicyStore({ path, now = Date.now }: PolicyStoreOptions): PolicyStore {
  let good: Good | null = null;
  let fallback: UsablePolicy | null = null;
  let previous: PolicyFileState | null = null;
  let served: { readonly state: PolicyFileState; readonly snapshot: PolicySnapshot } | null = null;

  const reader = createFileReader<PolicyFileState>(path, {
    maxBytes: MAX_POLICY_BYTES,
    interpret: (reading, before) => {
      previous = before ?? null;
      return policyFileState(path, reading);
    },
  });

  function choose(state: PolicyFileState): PolicyInUse {
    const { usable, reading } = state;
    if (usable !== null && state.sound && reading.state === 'read') {
      if (good === null || good.policy.hash === usable.hash || isWhole(reading, previous, now()))
        good = { policy: usable, identity: reading.identity };
      return good.policy === usable ? { ...usable, source: 'file' } : { ...good.policy, source: 'last_good' };
    }
    if (good !== null) return { ...good.policy, source: 'last_good' };
    fallback = usable ?? fallback;
    return fallback === null ? EMPTY : { ...fallback, source: 'unvalidated' };
  }

  return {
    read(): PolicySnapshot {
      const state = reader.read();
      const settled = served?.state === state && (served.snapshot.inUse.source !== 'last_good' || !state.sound);
      if (served !== null && settled) return served.snapshot;
      const inUse = choose(state);
      if (
        served?.state === state &&
        served.snapshot.inUse.hash === inUse.hash &&
        served.snapshot.inUse.source === inUse.source
      )
        return served.snapshot;
      const { document, hash, mtime, loadError, errors, errorTargets, warnings } = state;
      const snapshot = { path, document, hash, mtime, loadError, errors, errorTargets, warnings, inUse };
      served = { state, snapshot };
      return snapshot;
    },
  };
}

/** Whether a new content is certainly complete: renamed over another file, or not written to for a while. */
function isWhole(
  reading: Extract<FileReading, { state: 'read' }>,
  previous: PolicyFileState | null,
  now: number,
): boolean {
  const before = previous?.reading;
  if (before?.state === 'read' && before.identity !== reading.identity) return true;
  // A change time in the future (the clock was set back) says nothing; waiting for it could take hours.
  return Math.abs(now - reading.changedAt.getTime()) >= QUIET_MS;
}
