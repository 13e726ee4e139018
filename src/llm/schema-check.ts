import type { JsonObject } from '../lib/json.ts';
import { llmError } from './errors.ts';

/** Says what is wrong with a value, without quoting it; null when it satisfies the schema. */
export type SchemaCheck = (value: unknown) => string | null;

const checks = new WeakMap<JsonObject, SchemaCheck>();

/**
 * Compiles a JSON Schema (draft 7; `format` is not checked). Kept for as long as the schema object lives. ajv is loaded on first use. Throws
 * `invalid_request` for a schema that ajv refuses.
 */
export async function compileSchema(schema: JsonObject): Promise<SchemaCheck> {
  const known = checks.get(schema);
  if (known !== undefined) return known;
  const { Ajv } = await import('ajv');
  const ajv = new Ajv({ strict: false, validateFormats: false, logger: false, addUsedSchema: false, messages: true });
  // The dialect's name is a label for people here; ajv would look an unknown one up and fail.
  const { $schema: _, ...rules } = schema;
  const validate = (() => {
    try {
      return ajv.compile(rules);
    } catch {
      throw llmError('invalid_request', 'jsonSchema is not a valid JSON Schema');
    }
  })();
  const check: SchemaCheck = (value) => {
    if (validate(value)) return null;
    const error = validate.errors?.[0];
    return `at ${place(error?.instancePath)}: ${error?.keyword ?? 'schema'}`;
  };
  checks.set(schema, check);
  return check;
}

/** A path made of the answer's own keys may be long, and may be prose. */
function place(path: string | undefined): string {
  return path !== undefined && /^[\w/]{1,64}$/.test(path) ? path : '/';
}
