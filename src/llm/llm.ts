import { setTimeout as pauseFor } from 'node:timers/promises';
import { createAuthFileReader } from '../hermes/auth-file.ts';
import { readHermesConfig } from '../hermes/config-file.ts';
import { createHostEnv } from '../hermes/env-file.ts';
import type { HermesPaths } from '../hermes/paths.ts';
import { type AuditRecord, audited, purposeLabel } from './audit.ts';
import { type AuxiliaryTask, REGISTERED_TASKS } from './auxiliary-tasks.ts';
import { askChain, type ChainAnswer } from './chain.ts';
import { type CoolingRow, openCooldowns } from './cooldowns.ts';
import { startDeadline } from './deadline.ts';
import type { HostState } from './endpoint.ts';
import { llmError } from './errors.ts';
import { checkGrant, type GrantProblem } from './grant.ts';
import type { HopContext } from './hop.ts';
import { openHopMemory } from './hop-memory.ts';
import { prepareCall, wireRequest } from './prepare.ts';
import { mainModel } from './provider-config.ts';
import type {
  CompleteRequest,
  CompleteResult,
  LlmMessage,
  RouteOptions,
  StructuredRequest,
  StructuredResult,
} from './request.ts';
import type { WireRequest } from './request-shape.ts';
import { openSlots } from './slots.ts';
import { expectationOf, parseAnswer, structuredMessages } from './structured.ts';
import { openTransport } from './transport.ts';
import { PLUGIN_ID } from './trust.ts';

/**
 * The host's plugin LLM surface, for a process outside the host. Both calls reject with an {@link LlmError} and nothing else. Files of the host
 * are looked at on every call.
 */
export interface Llm {
  complete(request: CompleteRequest): Promise<CompleteResult>;
  completeStructured(request: StructuredRequest): Promise<StructuredResult>;
  /** Whether a call that chooses this provider and model would be let through and find a key. Sends nothing. Null = it would. */
  checkGrant(provider: string, model: string): GrantProblem | null;
  /** The hops that are being left alone. */
  cooldowns(): CoolingRow[];
  /** Drops every connection; calls in flight fail. */
  close(): Promise<void>;
}

/** What `openLlm` needs. */
export interface LlmOptions {
  readonly paths: Pick<HermesPaths, 'root' | 'configFile'>;
  readonly env: NodeJS.ProcessEnv;
  /** The wall clock. Default: the system's. */
  readonly now?: () => Date;
  /** Seconds that never go backwards, for cooldowns. Default: `performance.now()`. */
  readonly monotonic?: () => number;
  /** Waits between repeats. Default: a timer. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Gets one record a call. Default: nobody. */
  readonly audit?: (record: AuditRecord) => void;
  /** Told about settings that cannot be followed. Default: nobody. */
  readonly warn?: (message: string) => void;
  /** Default: those of this build. */
  readonly tasks?: ReadonlyMap<string, AuxiliaryTask>;
}

/** Calls in flight at a time, over all providers (the host's own bound for one plugin). */
export const MAX_IN_FLIGHT = 4;

/** Opens the LLM access. Reads nothing and connects to nothing until it is used. */
export function openLlm(options: LlmOptions): Llm {
  const {
    paths,
    env,
    now = () => new Date(),
    monotonic = () => performance.now() / 1000,
    pause = (ms, signal) => pauseFor(ms, undefined, { signal }),
    audit = () => {},
    warn = () => {},
    tasks = REGISTERED_TASKS,
  } = options;
  const hostEnv = createHostEnv(paths, env);
  const authFile = createAuthFileReader(`${paths.root}/auth.json`);
  const transport = openTransport();
  const cooldowns = openCooldowns(now, monotonic);
  const slots = openSlots(MAX_IN_FLIGHT);
  const context: HopContext = { transport, cooldowns, memory: openHopMemory(), now, pause };

  function hostState(): HostState {
    const config = readHermesConfig(paths.configFile);
    const main = mainModel(config, hostEnv);
    return { config, main, env: hostEnv, auth: authFile.read(), now: now().getTime() / 1000 };
  }

  async function ask(
    request: RouteOptions,
    messages: readonly LlmMessage[],
    json: Pick<WireRequest, 'schema' | 'wantsJson'>,
  ): Promise<ChainAnswer> {
    const call = prepareCall(request, hostState(), tasks, warn);
    const wire = wireRequest(messages, request, json);
    const deadline = startDeadline(call.timeoutMs, request.signal);
    let release = (): void => {};
    try {
      release = await slots.take(deadline.signal).catch(() => {
        throw llmError(deadline.ended() === 'aborted' ? 'aborted' : 'queue_timeout');
      });
      // Read again: the call may have waited, and a key may have been replaced meanwhile.
      return await askChain(call, wire, hostState(), deadline, context);
    } finally {
      release();
      deadline.release();
    }
  }

  return {
    complete: (request) =>
      audited('plugin_llm.complete', request, audit, async (trace) => {
        trace.answer = await ask(request, request.messages, { schema: null, wantsJson: false });
        return resultFrom(request, trace.answer);
      }),
    completeStructured: (request) =>
      audited('plugin_llm.complete_structured', request, audit, async (trace) => {
        const expected = await expectationOf(request);
        const answer = await ask(request, structuredMessages(request), expected);
        trace.answer = answer;
        const parsed = parseAnswer(expected, answer.text, answer.reply.finishReason);
        trace.contentType = parsed.contentType;
        const result = resultFrom(request, answer);
        const { schemaName } = request;
        return {
          ...result,
          ...parsed,
          audit: { ...result.audit, ...(schemaName === undefined ? {} : { schemaName }) },
        };
      }),
    checkGrant: (provider, model) => checkGrant(provider, model, hostState()),
    cooldowns: cooldowns.view,
    close: transport.close,
  };
}

function resultFrom(request: RouteOptions, { endpoint, reply, text }: ChainAnswer): CompleteResult {
  return {
    text,
    provider: endpoint.provider,
    model: plausibleModel(reply.model) ?? endpoint.model,
    agentId: request.agentId ?? 'default',
    usage: reply.usage,
    finishReason: reply.finishReason,
    audit: { pluginId: PLUGIN_ID, purpose: purposeLabel(request.purpose), profile: request.profile ?? null },
  };
}

/** The model as the provider names it goes into labels and logs: only what looks like a name gets there. */
function plausibleModel(name: string | null): string | null {
  return name !== null && /^[\w./:@+-]{1,128}$/.test(name) ? name : null;
}
