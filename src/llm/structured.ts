import type { JsonObject } from '../lib/json.ts';
import { llmError } from './errors.ts';
import { findJson } from './replies/json-answer.ts';
import type { LlmMessage, StructuredRequest } from './request.ts';
import { compileSchema, type SchemaCheck } from './schema-check.ts';

/** What a structured call makes of an answer. */
export interface ParsedAnswer {
  readonly parsed: unknown;
  readonly contentType: 'json' | 'text';
}

/** The chat messages of a structured call. JSON is asked for in words too: not every endpoint takes the parameter. */
export function structuredMessages(request: StructuredRequest): LlmMessage[] {
  const { instructions, input, jsonSchema, jsonMode = false, systemPrompt } = request;
  if (instructions.trim() === '') throw llmError('invalid_request', 'instructions are empty');
  if (input.length === 0) throw llmError('invalid_request', 'input is empty');
  const json = jsonSchema !== undefined ? jsonWith(jsonSchema) : jsonMode ? [JSON_ONLY] : [];
  const system = [...(systemPrompt ? [systemPrompt] : []), ...json];
  return [
    ...(system.length > 0 ? [{ role: 'system' as const, content: system.join('\n\n') }] : []),
    { role: 'user', content: [{ type: 'text', text: `${instructions}\n\n` }, ...input] },
  ];
}

/** What a structured call expects of its answer. */
export interface Expectation {
  /** JSON is wanted at all. */
  readonly wantsJson: boolean;
  readonly schema: JsonObject | null;
  readonly check: SchemaCheck;
}

/** Reads the expectation of a request. Throws `invalid_request` for a schema that is none, before the call costs anything. */
export async function expectationOf({ jsonSchema, jsonMode = false }: StructuredRequest): Promise<Expectation> {
  if (jsonSchema === undefined) return { wantsJson: jsonMode, schema: null, check: () => null };
  return { wantsJson: true, schema: jsonSchema, check: await compileSchema(jsonSchema) };
}

/**
 * The JSON of an answer. Text that holds none gives `{parsed: null, contentType: 'text'}`, as does a call that asked for none. Throws
 * `truncated` when the model was cut off before it had finished the value, and `schema_mismatch` when the value breaks the schema.
 */
export function parseAnswer(expected: Expectation, text: string, finishReason: string | null): ParsedAnswer {
  const { wantsJson, schema, check } = expected;
  if (!wantsJson) return { parsed: null, contentType: 'text' };
  const found = findJson(text, (value) => check(value) === null, schema === null ? 'objects' : 'any');
  if (found === null) {
    if (finishReason === 'length') throw llmError('truncated');
    return { parsed: null, contentType: 'text' };
  }
  const problem = check(found.value);
  if (problem !== null) throw llmError('schema_mismatch', `the answer does not match the schema, ${problem}`);
  return { parsed: found.value, contentType: 'json' };
}

const JSON_ONLY = 'Answer with one JSON value and nothing else: no prose, no code fence.';

function jsonWith(schema: JsonObject): string[] {
  return [`${JSON_ONLY} It must satisfy this JSON Schema:\n${JSON.stringify(schema)}`];
}
