import { access, constants, readdir, readFile, realpath, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCode, replaceFile } from '../../lib/atomic-file.ts';
import { withFileLock } from '../../lib/file-lock.ts';
import { sha256 } from '../file-state.ts';
import type { Patch } from './patch.ts';
import { planEdit } from './plan-edit.ts';
import { readPolicyBytes } from './policy-bytes.ts';
import { openPolicyHistory, type PolicyHistory } from './policy-history.ts';
import { type ApplyResult, type RevertResult, type WriteFailure, writeFailure } from './write-result.ts';

/** An edit to write. */
export interface ApplyRequest {
  /** sha256 (hex) of the bytes that the caller has seen. */
  readonly baseHash: string;
  readonly patch: Patch;
}

/** The only writer of a policy file. */
export interface PolicyWriter {
  /** Writes exactly what {@link planEdit} makes of the bytes, if they are still those that the caller has seen. Rejects only for defects. */
  apply(request: ApplyRequest): Promise<ApplyResult>;
  /** Puts the content before the last edit back, and with each further call the one before. With a hash only if the file still has it. */
  revert(baseHash: string | null): Promise<RevertResult>;
}

/** Options of `openPolicyWriter`. */
export interface PolicyWriterOptions {
  readonly path: string;
  /** Where earlier contents are kept. */
  readonly historyFolder: string;
}

/** The file changed between the first look and the rename. */
const DRIFTED = Symbol('drifted');

/**
 * Opens a policy file for writing. One write at a time, in this process and others; every write is a rename, after the bytes it replaces are on disk in the
 * history and in `<file>.bak`. Mode, owner and symlink of the file are kept. A file that somebody else saves at any moment up to the rename is
 * left as they saved it.
 */
export function openPolicyWriter({ path, historyFolder }: PolicyWriterOptions): PolicyWriter {
  const history = openPolicyHistory(historyFolder, path);
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work, work);
    last = turn;
    return turn;
  }

  /** One write at a time. Waits for others, clears away what a killed one left. */
  function exclusively<T>(work: () => Promise<T>): Promise<T | WriteFailure> {
    return inTurn(async () => {
      try {
        const target = await realpath(path);
        const lock = join(dirname(target), `.${basename(target)}.lock`);
        return await withFileLock(lock, async () => {
          await removeLeftovers(target);
          if (dirname(path) !== dirname(target)) await removeLeftovers(path);
          return work();
        });
      } catch (error) {
        return writeFailure(error, `could not write ${path}`);
      }
    });
  }

  return {
    apply: async (request) => {
      // Without a file there may be no folder to lock; and whoever is late learns so at once.
      const seen = readExpected(path, request.baseHash);
      return 'kind' in seen ? seen : exclusively(() => applyNow(path, history, request));
    },
    revert: async (baseHash) => {
      return !readPolicyBytes(path).ok
        ? { kind: 'no_snapshot' }
        : exclusively(() => revertNow(path, history, baseHash));
    },
  };
}

/** The bytes of the file, if they are those that the caller has seen. */
function readExpected(path: string, baseHash: string): { readonly bytes: Uint8Array } | ApplyResult {
  const read = readPolicyBytes(path);
  if (!read.ok) return { kind: 'rejected', errors: [read.error] };
  const hash = sha256(read.bytes);
  return hash === baseHash ? { bytes: read.bytes } : { kind: 'conflict', hash };
}

/** The checks of spec service 7.5, in their order, and the write. */
async function applyNow(path: string, history: PolicyHistory, { baseHash, patch }: ApplyRequest): Promise<ApplyResult> {
  const seen = readExpected(path, baseHash);
  if ('kind' in seen) return seen;
  const { bytes } = seen;
  const planned = planEdit(bytes, patch);
  if (!planned.ok) return { kind: 'rejected', errors: [`could not parse router config: ${planned.error}`] };
  const { edit } = planned;
  if (edit.errors.length > 0) return { kind: 'rejected', errors: edit.errors };
  if (edit.noOp) return { kind: 'unchanged', hash: baseHash };
  const refusal = await refusalToWrite(path);
  if (refusal !== null) return refusal;
  const undo = await history.undoList();
  const entry = await history.save(bytes);
  try {
    await history.setUndoList([...undo, entry]);
    await replaceFile(`${path}.bak`, bytes, { mode: await modeOf(path) });
    const result = await replacePolicy(path, edit.bytes, baseHash);
    if (result.kind === 'conflict') await takeBack(history, undo, entry);
    return result;
  } catch (error) {
    await takeBack(history, undo, entry);
    throw error;
  }
}

/**
 * Goes one step back. Contents equal to the file's are passed over: they are of a write that was killed before its rename. Where there is no
 * history at all, the `.bak` of another program is the one step there is.
 */
async function revertNow(path: string, history: PolicyHistory, baseHash: string | null): Promise<RevertResult> {
  const read = readPolicyBytes(path);
  if (!read.ok) return { kind: 'no_snapshot' };
  const { bytes } = read;
  const hash = sha256(bytes);
  if (baseHash !== null && baseHash !== hash) return { kind: 'conflict', hash };
  const undo = [...(await history.undoList())];
  let earlier: Uint8Array | null = null;
  while (earlier === null && undo.length > 0) {
    const entry = await history.read(undo.pop() ?? 0);
    if (entry !== null && sha256(entry) !== hash) earlier = entry;
  }
  if (earlier === null && (await history.isEmpty())) earlier = await readFile(`${path}.bak`).catch(() => null);
  if (earlier === null) return { kind: 'no_snapshot' };
  const refusal = await refusalToWrite(path);
  if (refusal !== null) return refusal;
  const saved = await history.save(bytes);
  let written: Awaited<ReturnType<typeof replacePolicy>>;
  try {
    written = await replacePolicy(path, earlier, hash);
  } catch (error) {
    await history.drop(saved);
    throw error;
  }
  if (written.kind === 'conflict') {
    await history.drop(saved);
    return { kind: 'conflict', hash: written.hash };
  }
  await history.setUndoList(undo);
  return { kind: 'reverted', hash: written.hash, saved };
}

/** Replaces the file unless its bytes are no longer those with the hash. */
async function replacePolicy(
  path: string,
  bytes: Uint8Array,
  hash: string,
): Promise<{ readonly kind: 'written' | 'conflict'; readonly hash: string }> {
  let found = hash;
  const confirm = async (): Promise<void> => {
    const read = readPolicyBytes(path);
    found = read.ok ? sha256(read.bytes) : '';
    if (found !== hash) throw DRIFTED;
  };
  try {
    await replaceFile(path, bytes, { confirm });
    return { kind: 'written', hash: sha256(bytes) };
  } catch (error) {
    if (error !== DRIFTED) throw error;
    return { kind: 'conflict', hash: found };
  }
}

async function takeBack(history: PolicyHistory, undo: readonly number[], entry: number): Promise<void> {
  await history.setUndoList(undo).catch(() => undefined);
  await history.drop(entry);
}

/** A file without a write bit is not to be written, even where the folder would let us replace it. */
async function refusalToWrite(path: string): Promise<WriteFailure | null> {
  const isMarked = ((await modeOf(path)) & 0o222) === 0;
  const code = await access(path, constants.W_OK).then(() => '', errorCode);
  if (!isMarked && code === '') return null;
  return { kind: 'failed', problem: 'read_only', reason: `${path} is read-only${isMarked ? '' : ` (${code})`}` };
}

async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o7777;
}

/** Removes temporary files that a killed write left beside a file; whoever holds the lock knows that nobody is using them. */
async function removeLeftovers(path: string): Promise<void> {
  const folder = dirname(path);
  const prefix = `.${basename(path)}.`;
  for (const name of await readdir(folder).catch(() => [])) {
    if (name.startsWith(prefix) && /^(?:bak\.)?[0-9a-f]{12}\.tmp$/.test(name.slice(prefix.length)))
      await rm(join(folder, name), { force: true });
  }
}
