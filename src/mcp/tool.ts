import type { DaemonClient } from '../client/client.ts';
import type { SeenJob } from '../client/seen-job.ts';
import { isMapping, type JsonObject, own } from '../lib/json.ts';

/** What the protocol says of a tool. The schema is plain JSON Schema: the model reads it as it stands. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly type: 'object' } & JsonObject;
}

/** One call of a tool. */
export interface ToolCall {
  readonly args: JsonObject;
  readonly client: DaemonClient;
  /** Aborted when the caller gave up or went away. */
  readonly signal: AbortSignal;
  /** Tells the caller how a job stands, where it asked to be told. */
  readonly report: (job: SeenJob) => void;
}

/** What a tool answers: one JSON object, and whether it is an error. */
export interface ToolAnswer {
  readonly body: JsonObject;
  readonly isError: boolean;
}

/** One tool. The definition is made anew for each listing: profiles and limits change while we run. */
export interface Tool {
  readonly name: string;
  /** `null` while the tool is not to be offered. */
  define(): ToolDefinition | null;
  /** @throws DaemonError, {@link ArgumentError} */
  call(call: ToolCall): Promise<ToolAnswer>;
}

/** Arguments that cannot be used; the message says which. */
export interface ArgumentError extends Error {
  readonly isArgumentError: true;
}

/** Makes an {@link ArgumentError}. */
export function argumentError(message: string): ArgumentError {
  return Object.assign(new Error(message), { isArgumentError: true as const });
}

/** True for an error made by {@link argumentError}. */
export function isArgumentError(error: unknown): error is ArgumentError {
  return error instanceof Error && 'isArgumentError' in error;
}

/** An answer that is no error. */
export function answered(body: JsonObject): ToolAnswer {
  return { body, isError: false };
}

/** The outcome of a delegation: an error unless it succeeded. */
export function outcome(envelope: JsonObject): ToolAnswer {
  return { body: envelope, isError: own(envelope, 'success') !== true };
}

/** @throws ArgumentError naming what the schema does not have. */
export function refuseUnknownArguments(args: JsonObject, schema: ToolDefinition['inputSchema']): void {
  const known = own(schema, 'properties');
  const names = isMapping(known) ? Object.keys(known) : [];
  const stray = Object.keys(args).find((name) => !names.includes(name));
  if (stray !== undefined)
    throw argumentError(`unknown argument ${JSON.stringify(stray.slice(0, 64))}; there are: ${names.join(', ')}`);
}

/** A text that must be there. @throws ArgumentError */
export function requiredText(args: JsonObject, name: string): string {
  const value = own(args, name);
  if (typeof value === 'string' && value !== '') return value;
  throw argumentError(`${name} is required, a text`);
}

/** Longest wait of one call, in seconds: a client that allows more is none we know. */
export const LONGEST_WAIT_SECONDS = 3600;

/** `wait_seconds`: at most an hour. @throws ArgumentError */
export function waitSeconds(args: JsonObject, fallback: number): number {
  const value = own(args, 'wait_seconds') ?? fallback;
  if (typeof value === 'number' && value >= 0) return Math.min(value, LONGEST_WAIT_SECONDS);
  throw argumentError('wait_seconds must be a number of seconds from 0');
}
