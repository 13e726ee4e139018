import { isMapping, type JsonObject, own } from '../lib/json.ts';
import { finiteNumber } from '../models/numbers.ts';
import { type AuxiliaryTask, BUILT_IN_TASKS, taskSettings } from './auxiliary-tasks.ts';
import { LONGEST_TIMER_MS } from './deadline.ts';
import type { HostState } from './endpoint.ts';
import { llmError } from './errors.ts';
import { EMPTY_BLOCK } from './provider-config.ts';
import { canonicalProvider } from './provider-table.ts';
import type { LlmMessage, RouteOptions } from './request.ts';
import type { WireRequest } from './request-shape.ts';
import { fallbackRoutes, mainRoute, type Route, routeFrom } from './route.ts';
import { checkTrust, mayUseBuiltInTasks } from './trust.ts';

/** A call after the gate: where it may go, in order, and its limits. */
export interface PreparedCall {
  readonly routes: readonly [Route, ...Route[]];
  /** Stored credential asked for; meant for the first route only. */
  readonly profile: string | null;
  readonly timeoutMs: number;
  readonly retries: number;
}

/** The host's default for auxiliary calls. Milliseconds. */
const DEFAULT_TIMEOUT_MS = 30_000;
/** The host's default for `auxiliary.transient_retries`. */
const DEFAULT_RETRIES = 2;
const MAX_RETRIES = 5;

/**
 * Passes a call through the trust gate and finds its routes. Throws `refused`, `unknown_task` and `invalid_request`; addresses and keys are
 * looked up later, hop by hop.
 */
export function prepareCall(
  options: RouteOptions,
  host: HostState,
  tasks: ReadonlyMap<string, AuxiliaryTask>,
  warn: (message: string) => void,
): PreparedCall {
  const task = options.task === undefined || options.task === '' || options.task === 'auto' ? null : options.task;
  const isOurs = task !== null && tasks.has(task);
  if (task !== null && !isOurs && !BUILT_IN_TASKS.has(task))
    throw llmError('unknown_task', `no auxiliary task ${JSON.stringify(task)} is registered here`);
  const refusal = checkTrust(host.config, {
    provider: options.provider ?? null,
    model: options.model ?? null,
    agentId: options.agentId ?? null,
    profile: options.profile ?? null,
    builtInTask: isOurs ? null : task,
  });
  if (refusal !== null) throw llmError('refused', refusal.message, { fix: refusal.fix });
  const mayFollowBuiltIn = mayUseBuiltInTasks(host.config);
  const settings = task === null ? {} : taskSettings(task, { config: host.config, tasks, mayFollowBuiltIn, warn });
  const base = task === null ? mainRoute(host.main) : routeFrom(settings, host.main);
  const first = overridden(base, options);
  const others = options.useFallbackChain === false ? [] : fallbackRoutes(settings, host.config, first, host.main);
  return {
    routes: [first, ...others],
    profile: options.profile ?? null,
    timeoutMs: timeLimit(options.timeoutMs, settings),
    retries: repeats(options.retries, host.config),
  };
}

/** The parts of a call that go over the wire. Throws `images_refused` and `invalid_request`. */
export function wireRequest(
  messages: readonly LlmMessage[],
  options: RouteOptions,
  json: { readonly schema: JsonObject | null; readonly wantsJson: boolean },
): WireRequest {
  if (messages.length === 0) throw llmError('invalid_request', 'messages are empty');
  return {
    messages: messages.map(({ role, content }) => ({ role, content: textOnly(content) })),
    temperature: options.temperature ?? null,
    maxTokens: options.maxTokens ?? null,
    schema: json.schema,
    wantsJson: json.wantsJson,
  };
}

function textOnly(content: LlmMessage['content']): string {
  if (typeof content === 'string') return content;
  const texts = content.map((part) => {
    if (part.type === 'text') return part.text;
    throw llmError('images_refused', 'image input is not supported by this router; send text only');
  });
  return texts.join('');
}

/** A provider chosen by the caller brings none of the old one's address, key or extras along; a model alone keeps them. */
function overridden(route: Route, options: RouteOptions): Route {
  const named = options.provider === undefined ? route.provider : canonicalProvider(options.provider);
  const provider = named === 'auto' ? null : named;
  const model = options.model ?? route.model;
  if (provider === route.provider) return { ...route, model };
  return { provider, model, pin: EMPTY_BLOCK, extraBody: {}, reasoningEffort: null };
}

function timeLimit(asked: number | undefined, settings: JsonObject): number {
  if (asked !== undefined) {
    if (!(asked > 0)) throw llmError('invalid_request', 'timeoutMs must be a number above 0');
    return Math.min(asked, LONGEST_TIMER_MS);
  }
  const seconds = finiteNumber(own(settings, 'timeout'));
  return seconds !== null && seconds > 0 ? Math.min(seconds * 1000, LONGEST_TIMER_MS) : DEFAULT_TIMEOUT_MS;
}

function repeats(asked: number | undefined, config: JsonObject | null): number {
  const auxiliary = config === null ? undefined : own(config, 'auxiliary');
  const written = isMapping(auxiliary) ? finiteNumber(own(auxiliary, 'transient_retries')) : null;
  const count = asked ?? written ?? DEFAULT_RETRIES;
  return Number.isFinite(count) ? Math.min(Math.max(Math.trunc(count), 0), MAX_RETRIES) : DEFAULT_RETRIES;
}
