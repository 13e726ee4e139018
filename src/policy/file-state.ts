import { createHash } from 'node:crypto';
import type { FileReading } from '../lib/file-reader.ts';
import type { JsonObject } from '../lib/json.ts';
import type { ExtraSignals } from '../signals/features.ts';
import { extraSignals } from './extra-signals.ts';
import { findingTargets, type ShadowFinding } from './lint/findings.ts';
import { lintBlocking, lintPolicy } from './lint/lint.ts';
import { lintWarnings } from './lint/warnings.ts';
import { withPriceWindows } from './overlay.ts';
import { loadError, parsePolicy, tooLarge } from './parse.ts';

/** What decisions are made with: a document with its price-window overlay applied, and the words it adds to the signals. */
export interface UsablePolicy {
  /** sha256 (hex) of the bytes it came from. */
  readonly hash: string;
  readonly document: JsonObject;
  readonly extraSignals: ExtraSignals;
}

/** Everything one reading of the policy file says, lint included. */
export interface PolicyFileState {
  readonly reading: FileReading;
  /** The document as written; `{}` when it cannot be loaded. */
  readonly document: JsonObject;
  readonly hash: string | null;
  readonly mtime: Date | null;
  readonly loadError: string | null;
  readonly errors: readonly string[];
  readonly errorTargets: readonly (ShadowFinding | null)[];
  readonly warnings: readonly string[];
  /** Null when the file cannot be loaded. */
  readonly usable: UsablePolicy | null;
  /** Whether nothing stands in the way of deciding by it: loaded, and no error but those of `fail_safe` and `compaction`. */
  readonly sound: boolean;
}

/** Interprets one reading of the file at `path`. Never throws. */
export function policyFileState(path: string, reading: FileReading): PolicyFileState {
  const hash = reading.state === 'read' ? sha256(reading.bytes) : null;
  const mtime = reading.state === 'read' || reading.state === 'too_large' ? reading.mtime : null;
  const parsed =
    reading.state === 'read'
      ? parsePolicy(reading.bytes)
      : { ok: false as const, error: loadError(whyUnread(path, reading)) };
  if (!parsed.ok || hash === null) {
    const error = parsed.ok ? null : parsed.error;
    const errors = error === null ? [] : [error];
    return {
      ...{ reading, document: {}, hash, mtime, loadError: error, errors, errorTargets: errors.map(() => null) },
      ...{ warnings: lintWarnings(null), usable: null, sound: false },
    };
  }
  const { document, warnings } = parsed;
  const errors = lintPolicy(document);
  return {
    ...{ reading, document, hash, mtime, loadError: null, errors, errorTargets: findingTargets(errors, document) },
    warnings: [...warnings, ...lintWarnings(document)],
    usable: { hash, document: withPriceWindows(document), extraSignals: extraSignals(document) },
    sound: lintBlocking(document).length === 0,
  };
}

/** Why a policy file has no bytes, in words. */
export function whyUnread(path: string, reading: Exclude<FileReading, { state: 'read' }>): string {
  switch (reading.state) {
    case 'missing':
      return `${path} does not exist`;
    case 'not_a_file':
      return `${path} is ${reading.what}`;
    case 'too_large':
      return tooLarge(reading.size);
    case 'unreadable':
      return `${path} cannot be read (${reading.code || 'unknown error'})`;
  }
}

/** sha256 in lower-case hex, as policies are named by it. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
