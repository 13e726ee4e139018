import { performance } from 'node:perf_hooks';
import type { JsonObject } from '../lib/json.ts';
import { redactSecrets } from '../lib/redact.ts';
import { isLlmError, type LlmErrorCode } from '../llm/errors.ts';
import type { CompleteRequest, CompleteResult } from '../llm/request.ts';
import { parseAnswer } from './answer.ts';
import { classifierPrompt } from './prompt.ts';
import type { RawVerdict } from './ratchet.ts';
import { CLASSIFIER_TASK, type ClassifierHop, type ClassifierSettings, hopName } from './settings.ts';

/** How a model is asked. Settles within the request's `timeoutMs`; rejects with an `LlmError`. */
export type AskModel = (request: CompleteRequest) => Promise<CompleteResult>;

/** Why a hop gave no verdict: what the LLM layer says, or `unexpected` for a fault of our own. */
export type ClassifierFailureCode = LlmErrorCode | 'unexpected';

/** One hop that gave no verdict. */
export interface FailedHop {
  /** `model@provider`, or `auxiliary.classifier`. */
  readonly hop: string;
  readonly code: ClassifierFailureCode;
  /** For a person; holds no key, prompt or reply. */
  readonly reason: string;
  /** `key: value` lines that would cure it; empty where none would. */
  readonly fix: readonly string[];
}

/** What became of one classification. */
export type Classification =
  | {
      readonly answered: true;
      readonly verdict: RawVerdict;
      readonly hop: string;
      readonly failed: readonly FailedHop[];
    }
  | { readonly answered: false; readonly failed: readonly FailedHop[] };

/** One task to judge. */
export interface ClassifyRequest {
  /** The goal alone. Secrets are taken out before it leaves. */
  readonly task: string;
  /** Measured on the whole prompt. */
  readonly features: JsonObject;
  readonly settings: ClassifierSettings;
  /** For all hops together. */
  readonly budgetMs: number;
}

/** Tag of these calls in the audit log (spec: routing 14.3). */
const PURPOSE = 'hermes-smart-router.classify';
/** A hop that has others behind it may take this much of what is left, so that a hanging one leaves them their turn. */
const SHARE_OF_REST = 0.6;
/** With less than this no model answers; the hop is not asked. */
const LEAST_MS = 100;

/**
 * Asks the hops in turn until one gives a verdict. Never rejects. Nothing is shared between calls, so any number may run at the same time.
 */
export async function classifyTask(ask: AskModel, request: ClassifyRequest): Promise<Classification> {
  const { hops } = request.settings;
  const task = redactSecrets(request.task);
  const deadline = performance.now() + request.budgetMs;
  const failed: FailedHop[] = [];
  for (const [index, hop] of hops.entries()) {
    const left = deadline - performance.now();
    const timeoutMs = Math.floor(index < hops.length - 1 ? left * SHARE_OF_REST : left);
    const result =
      timeoutMs < LEAST_MS ? noTimeLeft(hop) : await askHop(ask, hop, { ...request, task, budgetMs: timeoutMs });
    if ('verdict' in result) return { answered: true, verdict: result.verdict, hop: hopName(hop), failed };
    failed.push(result);
  }
  return { answered: false, failed };
}

async function askHop(
  ask: AskModel,
  hop: ClassifierHop,
  { task, features, settings, budgetMs }: ClassifyRequest,
): Promise<{ readonly verdict: RawVerdict } | FailedHop> {
  const { temperature, maxTokens } = settings;
  const prompt = classifierPrompt({ task, features, contextWindow: hop.contextWindow, maxTokens });
  try {
    const { text } = await ask({
      messages: [{ role: 'user', content: prompt }],
      ...(hop.pair ?? { task: CLASSIFIER_TASK }),
      temperature,
      maxTokens,
      timeoutMs: budgetMs,
      purpose: PURPOSE,
      useFallbackChain: false,
      retries: 1,
    });
    const verdict = parseAnswer(text);
    if (verdict !== null) return { verdict };
    return { hop: hopName(hop), code: 'bad_reply', reason: 'the answer holds no JSON object', fix: [] };
  } catch (error) {
    return failedHop(hop, error);
  }
}

function noTimeLeft(hop: ClassifierHop): FailedHop {
  return { hop: hopName(hop), code: 'timeout', reason: 'no time was left to ask', fix: [] };
}

function failedHop(hop: ClassifierHop, error: unknown): FailedHop {
  if (isLlmError(error)) return { hop: hopName(hop), code: error.llmCode, reason: error.message, fix: error.fix ?? [] };
  // The message of a fault of our own may quote anything.
  return { hop: hopName(hop), code: 'unexpected', reason: 'an unexpected fault', fix: [] };
}
