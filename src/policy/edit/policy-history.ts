import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createFile, errorCode, replaceFile } from '../../lib/atomic-file.ts';
import { isList, isMapping } from '../../lib/json.ts';

/** How many contents of the policy are kept; the oldest go first (product D9). */
export const HISTORY_ENTRIES = 20;

/**
 * Earlier contents of one policy file, numbered in the order they were replaced: `000001.yaml`, ... `undo.json` beside them lists the ones that revert
 * goes back to, newest last; what a revert itself replaced is kept but not on that list, so that reverting goes on backwards.
 */
export interface PolicyHistory {
  /** Keeps a content and returns its number. @throws the system's error; nothing is kept then. */
  save(bytes: Uint8Array): Promise<number>;
  /** The content of an entry; null when it is gone. */
  read(entry: number): Promise<Uint8Array | null>;
  /** Entries to go back to, newest last. */
  undoList(): Promise<readonly number[]>;
  setUndoList(entries: readonly number[]): Promise<void>;
  /** Forgets an entry, for a write that did not come about. Never rejects. */
  drop(entry: number): Promise<void>;
  /** Whether anything was ever kept. */
  isEmpty(): Promise<boolean>;
}

/** Opens the history of a policy in a folder, which is made when first written to (0700, files 0600). */
export function openPolicyHistory(folder: string, policyPath: string): PolicyHistory {
  const undoFile = join(folder, 'undo.json');
  const fileOf = (entry: number): string => join(folder, `${String(entry).padStart(6, '0')}.yaml`);

  async function entries(): Promise<number[]> {
    const names = await readdir(folder).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return [];
      throw error;
    });
    const numbers = names.flatMap((name) => (/^\d{6,}\.yaml$/.test(name) ? [Number.parseInt(name, 10)] : []));
    return numbers.sort((a, b) => a - b);
  }

  async function prune(): Promise<void> {
    for (const old of (await entries()).slice(0, -HISTORY_ENTRIES)) await rm(fileOf(old), { force: true });
  }

  return {
    save: async (bytes) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const entry = ((await entries()).at(-1) ?? 0) + 1;
      await createFile(fileOf(entry), bytes);
      await prune();
      return entry;
    },
    read: (entry) => readFile(fileOf(entry)).catch(() => null),
    undoList: async () => {
      const kept = new Set(await entries());
      return (await readUndoFile(undoFile, policyPath)).filter((entry) => kept.has(entry));
    },
    setUndoList: (list) => replaceFile(undoFile, `${JSON.stringify({ policy: policyPath, undo: list })}\n`),
    drop: (entry) => rm(fileOf(entry), { force: true }).catch(() => undefined),
    isEmpty: async () => (await entries()).length === 0,
  };
}

/** Nothing for a list that cannot be read, or that another policy file's edits made. */
async function readUndoFile(path: string, policyPath: string): Promise<number[]> {
  const text = await readFile(path, 'utf8').catch(() => '{}');
  let fields: unknown;
  try {
    fields = JSON.parse(text);
  } catch {
    return [];
  }
  if (!isMapping(fields) || fields.policy !== policyPath || !isList(fields.undo)) return [];
  return fields.undo.filter((entry) => typeof entry === 'number');
}
