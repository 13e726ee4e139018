import type { AskModel } from '../../src/classifier/classify.ts';
import { type LlmErrorCode, llmError } from '../../src/llm/errors.ts';
import type { GrantProblem } from '../../src/llm/grant.ts';
import type { Llm } from '../../src/llm/llm.ts';
import type { CompleteRequest } from '../../src/llm/request.ts';

/** What a stand-in for the LLM layer does with a request: the reply's text, or the code it fails with. */
export type Reply = string | { readonly fails: LlmErrorCode };

/** The LLM layer as the classifier sees it, with every request it got. */
export interface StandIn {
  readonly llm: Pick<Llm, 'complete' | 'checkGrant'>;
  readonly ask: AskModel;
  readonly requests: CompleteRequest[];
}

/** A stand-in that answers each request by `reply`, and grants whatever `problem` does not complain about. */
export function standIn(
  reply: (request: CompleteRequest, count: number) => Reply | Promise<Reply>,
  problem: GrantProblem | null = null,
): StandIn {
  const requests: CompleteRequest[] = [];
  const ask: AskModel = async (request) => {
    requests.push(request);
    const answer = await reply(request, requests.length);
    if (typeof answer !== 'string') throw llmError(answer.fails, undefined, { fix: [`cure of ${answer.fails}`] });
    return {
      text: answer,
      provider: request.provider ?? 'main',
      model: request.model ?? 'main',
      agentId: 'default',
      usage: {
        inputTokens: null,
        outputTokens: null,
        totalTokens: null,
        cacheReadTokens: null,
        cacheWriteTokens: null,
        costUsd: null,
      },
      finishReason: 'stop',
      audit: { pluginId: 'hermes-smart-router', purpose: '', profile: null },
    };
  };
  return { llm: { complete: ask, checkGrant: () => problem }, ask, requests };
}

/** The reply of a model that is sure of a tier. */
export function says(tier: string, confidence = 'high'): string {
  return JSON.stringify({ signals: 'because', tier, confidence, needs_capability: 'x' });
}

/** The text that a request asked with. */
export function promptOf(request: CompleteRequest | undefined): string {
  const content = request?.messages[0]?.content;
  return typeof content === 'string' ? content : '';
}
