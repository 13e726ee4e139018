import { join } from 'node:path';
import { createFileReader, type FileReading } from '../lib/file-reader.ts';
import type { HermesPaths } from './paths.ts';

/** Looks a variable up as Hermes itself would see it. Unset and empty are both `undefined`. */
export type HostEnv = (name: string) => string | undefined;

/** Hermes writes a few kilobytes; this only bounds the time a damaged file can cost. Bytes. */
const MAX_ENV_BYTES = 256 * 1024;

/**
 * One `NAME=value` of a line, quoted values over several lines included. Written here because node's own `parseEnv` cuts an unquoted
 * value at any `#` and lets a line without `=` swallow the next one; Hermes' reader (python-dotenv) does neither.
 */
const ASSIGNMENT =
  /^[ \t]*(?:export[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*=[ \t]*(?:'((?:\\['\\]|[^'])*)'|"((?:\\[\s\S]|[^"\\])*)"|([^\n]*))/gm;

/**
 * The host's environment: `<root>/.op.env` over `<root>/.env` over the given process environment, the order in which Hermes loads them.
 * Both files are looked at on every call and read only when they changed. An `op://` reference is a pointer into a password manager, not a
 * value, and counts as unset. Holds secrets: never log or serve a value.
 */
export function createHostEnv(paths: Pick<HermesPaths, 'root'>, env: NodeJS.ProcessEnv): HostEnv {
  const files = ['.op.env', '.env'].map((name) =>
    createFileReader<ReadonlyMap<string, string>>(join(paths.root, name), {
      maxBytes: MAX_ENV_BYTES,
      interpret: (reading) => parseEnvFile(decode(reading), env),
    }),
  );
  return (name) => {
    for (const file of files) {
      const value = file.read().get(name);
      if (value !== undefined && value !== '' && !value.startsWith('op://')) return value;
    }
    const inherited = env[name];
    return inherited === '' ? undefined : inherited;
  };
}

/**
 * The assignments of a `.env` text: the last of two equal names wins, `export` is allowed, a `#` after a blank starts a comment, `${NAME}` and
 * `${NAME:-default}` take earlier lines first and then `env`. A line that is none of that is passed over. Never throws.
 */
export function parseEnvFile(text: string, env: NodeJS.ProcessEnv = {}): Map<string, string> {
  const values = new Map<string, string>();
  const expand = (value: string): string =>
    value.replace(
      /\$\{(\w+)(?::-([^}]*))?\}/g,
      (_, name: string, otherwise = '') => values.get(name) ?? env[name] ?? otherwise,
    );
  for (const [, name = '', single, double, bare = ''] of text.matchAll(ASSIGNMENT)) {
    const value = single?.replace(/\\(['\\])/g, '$1') ?? (double === undefined ? unquoted(bare) : unescaped(double));
    if (value !== null) values.set(name, expand(value));
  }
  return values;
}

/** A value without quotes, or null when it opens a quote that nothing closes. */
function unquoted(bare: string): string | null {
  const value = bare.replace(/(?:^|[ \t])#.*$/, '').trim();
  return /^['"]/.test(value) ? null : value;
}

function unescaped(text: string): string {
  return text.replace(/\\([\s\S])/g, (whole, letter: string) => ESCAPES[letter] ?? whole);
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '"': '"', "'": "'", '\\': '\\' };

/** Text of a file that editors on Windows may have written: UTF-8 or UTF-16 by its mark, no NULs, LF only. */
function decode(reading: FileReading): string {
  if (reading.state !== 'read') return '';
  const { bytes } = reading;
  const wide = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff;
  const text = new TextDecoder(wide === true ? 'utf-16be' : wide || 'utf-8').decode(bytes);
  return text.replace(/\0/g, '').replace(/\r\n?/g, '\n');
}
