import type { RevertResult } from '../policy/edit/write-result.ts';
import type { ServiceContext } from './context.ts';
import { editRequestError } from './edit-request-error.ts';

const HASH = /^[0-9a-f]{64}$/;

/**
 * Puts the policy before the last edit back, with each further call the one before (product D9). What is replaced is kept in the history.
 * @param baseHash if given, the file must still have it.
 * @throws an `EditRequestError` for a hash that is none.
 */
export async function revertPolicy(context: ServiceContext, baseHash: unknown): Promise<RevertResult> {
  if (baseHash !== undefined && (typeof baseHash !== 'string' || !HASH.test(baseHash)))
    throw editRequestError('base_hash_required', 'base_hash must be a sha256 in lower-case hex');
  const result = await context.edits.writer.revert(baseHash ?? null);
  context.policy.read();
  return result;
}
