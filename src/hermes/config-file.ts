import { parseDocument } from 'yaml';
import { createFileReader, type FileReading } from '../lib/file-reader.ts';
import { isMapping, type JsonObject } from '../lib/json.ts';

/** Hermes writes a few kilobytes; this only bounds the time a damaged file can cost. Bytes. */
const MAX_CONFIG_BYTES = 2 * 1024 * 1024;

/** Types of YAML 1.1 that JSON has no word for. Left out, their values stay text. */
const NOT_JSON = ['timestamp', 'binary', 'omap', 'pairs', 'set'];

/** Enough for the root's and every profile's file of one machine; past it the oldest reader is dropped. */
const MAX_READERS = 64;
const readers = new Map<string, { read(): JsonObject | null }>();

/**
 * The host's config.yaml, or `null` when it is missing, unreadable, broken or not a mapping. Read as YAML 1.1, because that is how Hermes
 * reads it (`yes` is true). Cached until the file changes, so it may be called per request. Holds secrets: never log or serve it whole.
 */
export function readHermesConfig(path: string): JsonObject | null {
  let reader = readers.get(path);
  if (reader === undefined) {
    reader = createFileReader<JsonObject | null>(path, { maxBytes: MAX_CONFIG_BYTES, interpret: configFrom });
    const oldest = readers.size >= MAX_READERS ? readers.keys().next().value : undefined;
    if (oldest !== undefined) readers.delete(oldest);
    readers.set(path, reader);
  }
  return reader.read();
}

function configFrom(reading: FileReading): JsonObject | null {
  if (reading.state !== 'read') return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(reading.bytes);
    const document = parseDocument(text, {
      version: '1.1',
      schema: 'yaml-1.1',
      merge: true,
      // PyYAML takes the last of two equal keys; refusing the file here would lose grants that Hermes itself sees.
      uniqueKeys: false,
      logLevel: 'silent',
      customTags: (tags) => tags.filter((tag) => typeof tag === 'string' || !isForeign(tag.tag)),
    });
    if (document.errors.length > 0) return null;
    const value: unknown = document.toJS();
    return isMapping(value) ? value : null;
  } catch {
    // Not UTF-8, an alias bomb (ReferenceError) or nesting past the stack (RangeError).
    return null;
  }
}

function isForeign(tag: string): boolean {
  return NOT_JSON.some((name) => tag === `tag:yaml.org,2002:${name}`);
}
