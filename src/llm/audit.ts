import { cutCodePoints } from '../lib/text.ts';
import type { ChainAnswer } from './chain.ts';
import { type FailedAttempt, isLlmError, type LlmError, type LlmErrorCode, llmError, withDetails } from './errors.ts';
import type { RouteOptions } from './request.ts';
import { PLUGIN_ID } from './trust.ts';

/** One line a call, whatever became of it. Holds no prompt, reply, key or header. */
export interface AuditRecord {
  readonly event: 'plugin_llm.complete' | 'plugin_llm.complete_structured';
  readonly plugin: typeof PLUGIN_ID;
  /** Who answered, or who was asked first; null when it did not come that far. */
  readonly provider: string | null;
  readonly model: string | null;
  readonly purpose: string;
  readonly task: string | null;
  /** Total tokens as reported; null = not reported. */
  readonly tokens: number | null;
  readonly outcome: 'ok' | LlmErrorCode;
  /** Hops that failed, in order. */
  readonly attempts: readonly FailedAttempt[];
  readonly elapsed_ms: number;
  /** Of structured calls that were answered. */
  readonly content_type?: 'json' | 'text';
}

/** What is known of a call while it runs, so that its record is complete however it ends. */
export interface CallTrace {
  answer: ChainAnswer | null;
  contentType: 'json' | 'text' | null;
}

/** Enough to tell callers apart. Code points. */
const MAX_PURPOSE = 128;

/** A purpose as it may stand in a log line. */
export function purposeLabel(purpose: string | undefined): string {
  return cutCodePoints((purpose ?? '').replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ').trim(), MAX_PURPOSE);
}

/** Runs one call and gives its record to `audit`. Whatever goes wrong comes out as an {@link LlmError}. */
export async function audited<R>(
  event: AuditRecord['event'],
  request: RouteOptions,
  audit: (record: AuditRecord) => void,
  run: (trace: CallTrace) => Promise<R>,
): Promise<R> {
  const started = performance.now();
  const trace: CallTrace = { answer: null, contentType: null };
  const report = (failure: LlmError | null): void => {
    const { answer, contentType } = trace;
    audit({
      event,
      plugin: PLUGIN_ID,
      provider: answer?.endpoint.provider ?? failure?.provider ?? null,
      model: answer?.endpoint.model ?? failure?.model ?? null,
      purpose: purposeLabel(request.purpose),
      task: request.task ?? null,
      tokens: answer?.reply.usage.totalTokens ?? null,
      outcome: failure?.llmCode ?? 'ok',
      attempts: failure?.attempts ?? answer?.attempts ?? [],
      elapsed_ms: Math.round(performance.now() - started),
      ...(contentType === null ? {} : { content_type: contentType }),
    });
  };
  let result: R;
  try {
    result = await run(trace);
  } catch (error) {
    const failure = isLlmError(error) ? error : llmError('internal', `unexpected ${nameOf(error)}`);
    report(failure);
    const { answer } = trace;
    const knowsWho = answer === null || failure.provider !== undefined;
    throw knowsWho
      ? failure
      : withDetails(failure, { provider: answer.endpoint.provider, model: answer.endpoint.model });
  }
  report(null);
  return result;
}

/** The class of a defect, without its text, which may quote anything. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.constructor.name : typeof error;
}
