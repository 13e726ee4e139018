import { isMapping, type JsonObject, own } from '../lib/json.ts';
import { codePointLength } from '../lib/text.ts';

/** One delegation as a caller asked for it. Empty texts stand for what was not given. */
export interface JobRequest {
  /** What is to be done; the classifier sees this alone. Never empty, without blanks around it. */
  readonly prompt: string;
  /** What the child reads in front of the prompt. */
  readonly context: string;
  /** Empty leaves the choice to the router. Not checked for existence. */
  readonly profile: string;
  readonly model: string;
  /** Only ever given together with a model. */
  readonly provider: string;
  /** Total seconds, whole and positive; `null` leaves it to the settings. */
  readonly timeoutSeconds: number | null;
  /** Empty means the daemon's own. */
  readonly cwd: string;
  /** Whose pin counts in routing. Not the session of Hermes. */
  readonly sessionId: string;
  /** The profile that the caller itself runs under. */
  readonly activeProfile: string;
  readonly idempotencyKey: string;
  /** False: a process is started even where the caller could do the task itself. */
  readonly mayInline: boolean;
  /** `null` leaves it to the settings. */
  readonly failover: boolean | null;
  /** Spares what the child started in the background on purpose. */
  readonly keepBackground: boolean;
}

/** The sentinel for "let the router choose". It is no profile and never reaches a profile check. */
export const AUTO = 'auto';

/** Every field of the body. `goal` is the older name of `prompt`. */
export const JOB_FIELDS = [
  'prompt',
  'goal',
  'context',
  'profile',
  'model',
  'provider',
  'timeout',
  'cwd',
  'session_id',
  'active_profile',
  'idempotency_key',
  'inline',
  'failover',
  'keep_background',
] as const;

/** Longest name in code points: keys and session ids are kept in memory. */
const MAX_NAME_CHARS = 200;
/** PATH_MAX of Linux. */
const MAX_PATH_CHARS = 4096;

/** A checked request, or what is wrong with the body. */
export type ParsedRequest =
  | { readonly ok: true; readonly request: JobRequest }
  | { readonly ok: false; readonly error: string };

/** Reads the body of a delegation: strict, nothing is coerced, `null` and absent mean the same. */
export function parseJobRequest(body: unknown): ParsedRequest {
  if (!isMapping(body)) return { ok: false, error: 'the body must be a JSON object' };
  const problem = firstProblem(body);
  if (problem !== null) return { ok: false, error: problem };
  const prompt = text(body, 'prompt').trim() || text(body, 'goal').trim();
  if (prompt === '') return { ok: false, error: 'prompt is required' };
  const profile = text(body, 'profile');
  const flag = (name: string): boolean | null => {
    const value = own(body, name);
    return typeof value === 'boolean' ? value : null;
  };
  return {
    ok: true,
    request: {
      prompt,
      context: text(body, 'context').trim(),
      profile: profile === AUTO ? '' : profile,
      model: text(body, 'model'),
      provider: text(body, 'provider'),
      timeoutSeconds: wholeSeconds(own(body, 'timeout')),
      cwd: text(body, 'cwd'),
      sessionId: text(body, 'session_id'),
      activeProfile: text(body, 'active_profile'),
      idempotencyKey: text(body, 'idempotency_key'),
      mayInline: own(body, 'inline') !== 'never',
      failover: flag('failover'),
      keepBackground: flag('keep_background') ?? false,
    },
  };
}

function firstProblem(body: JsonObject): string | null {
  const known: readonly string[] = JOB_FIELDS;
  const unknown = Object.keys(body).find((key) => !known.includes(key));
  if (unknown !== undefined) return `unknown field ${JSON.stringify(unknown.slice(0, 64))}`;
  return (
    textProblem(body, ['prompt', 'goal', 'context'], Number.POSITIVE_INFINITY) ??
    textProblem(body, ['cwd'], MAX_PATH_CHARS) ??
    textProblem(
      body,
      ['profile', 'model', 'provider', 'session_id', 'active_profile', 'idempotency_key'],
      MAX_NAME_CHARS,
    ) ??
    timeoutProblem(own(body, 'timeout') ?? null) ??
    choiceProblem(body) ??
    pairProblem(text(body, 'model'), text(body, 'provider'))
  );
}

function textProblem(body: JsonObject, names: readonly string[], limit: number): string | null {
  for (const name of names) {
    const value = own(body, name) ?? '';
    if (typeof value !== 'string') return `${name} must be a string`;
    // An argument of a program ends at NUL: the child would silently get less than was asked.
    if (value.includes('\0')) return `${name} must not contain a NUL character`;
    if (value.length > limit && codePointLength(value) > limit) return `${name} exceeds ${limit} characters`;
  }
  return null;
}

function timeoutProblem(value: unknown): string | null {
  return value === null || value === '' || typeof value === 'number' ? null : 'timeout must be a number of seconds';
}

function choiceProblem(body: JsonObject): string | null {
  const inline = own(body, 'inline') ?? 'auto';
  if (inline !== 'auto' && inline !== 'never') return 'inline must be "auto" or "never"';
  const wrong = ['failover', 'keep_background'].find((name) => typeof (own(body, name) ?? false) !== 'boolean');
  return wrong === undefined ? null : `${wrong} must be true or false`;
}

/** A provider says where a model runs: alone it would move the profile's own model to a rail that may not have it. */
function pairProblem(model: string, provider: string): string | null {
  if (provider !== '' && model === '') return 'provider needs a model';
  const option = [model, provider].find((name) => name.startsWith('-'));
  return option === undefined ? null : `${JSON.stringify(option)} is not a name: it begins with "-"`;
}

/** Truncated as the tool's schema always did; what is not above zero leaves it to the settings. */
function wholeSeconds(value: unknown): number | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return null;
  const whole = Math.trunc(value);
  return whole > 0 ? whole : null;
}

function text(body: JsonObject, name: string): string {
  const value = own(body, name);
  return typeof value === 'string' ? value : '';
}
