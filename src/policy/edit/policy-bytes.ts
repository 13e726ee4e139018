import { createFileReader } from '../../lib/file-reader.ts';
import { whyUnread } from '../file-state.ts';
import { MAX_POLICY_BYTES } from '../parse.ts';

/** The bytes of a policy file at one moment, or the wire's sentence for why there are none. */
export type PolicyBytes =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly error: string };

/** Reads a policy file once. Never throws, and is not held up by what is no file. */
export function readPolicyBytes(path: string): PolicyBytes {
  const reading = createFileReader(path, { maxBytes: MAX_POLICY_BYTES, interpret: (found) => found }).read();
  if (reading.state === 'read') return { ok: true, bytes: reading.bytes };
  return { ok: false, error: `could not read router config: ${whyUnread(path, reading)}` };
}
