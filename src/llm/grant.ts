import { type HostState, resolveEndpoint } from './endpoint.ts';
import { isLlmError, type LlmErrorCode } from './errors.ts';
import { EMPTY_BLOCK } from './provider-config.ts';
import { canonicalProvider } from './provider-table.ts';
import { checkTrust } from './trust.ts';

/** Why calls to a provider and model cannot work as things stand. */
export interface GrantProblem {
  readonly code: LlmErrorCode;
  /** One sentence for a person. */
  readonly reason: string;
  /** `key: value` lines to set in the root config.yaml, or `NAME=<key>` lines for the host's `.env`. */
  readonly fix: readonly string[];
}

/** What would stop a call that chooses this provider and model: the gate, the provider, or its key. Sends nothing. Null = nothing would. */
export function checkGrant(provider: string, model: string, host: HostState): GrantProblem | null {
  const refusal = checkTrust(host.config, { provider, model });
  if (refusal !== null) return { code: 'refused', reason: refusal.message, fix: refusal.fix };
  const id = canonicalProvider(provider);
  const route = {
    provider: id === 'auto' ? null : id,
    model,
    pin: EMPTY_BLOCK,
    extraBody: {},
    reasoningEffort: null,
  };
  try {
    resolveEndpoint(route, null, host);
    return null;
  } catch (error) {
    if (!isLlmError(error)) throw error;
    return { code: error.llmCode, reason: error.message, fix: error.fix ?? [] };
  }
}
