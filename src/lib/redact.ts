import { isList, isMapping, type Json, type JsonObject } from './json.ts';

/** One kind of secret: what it is called in the marker, what it looks like, and what of the match stays. */
interface SecretShape {
  readonly kind: string;
  /**
   * Global, and linear in the text: one literal start, then one greedy run of one character class with nothing
   * required behind it that the class could also match. A left boundary keeps a run from being tried at each of its characters.
   */
  readonly pattern: RegExp;
  /** What replaces a match that turns out to be innocent or has a part to keep. Default: the marker alone. */
  readonly replace?: (marker: string, match: readonly string[]) => string;
}

const keepStart = (marker: string, match: readonly string[]): string => `${match[1] ?? ''}${marker}`;

/**
 * Token shapes are those the vendors document (prefix, alphabet); lengths are set below the real ones, so that a
 * truncated paste is caught too. Order matters: blocks and URLs first, named prefixes next, `key = value` last.
 */
const SHAPES: readonly SecretShape[] = [
  {
    kind: 'private-key',
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[^-]*(?:-(?!----)[^-]*)*-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|[A-Za-z0-9+/=\\\r\n]*)/g,
  },
  { kind: 'url-password', pattern: /(:\/\/[^\s/:@"']{0,64}:)[^\s/@"'[]{1,256}(?=@)/g, replace: keepStart },
  { kind: 'anthropic-key', pattern: /(?<![A-Za-z0-9])sk-ant-[\w-]{12,}/g },
  { kind: 'openrouter-key', pattern: /(?<![A-Za-z0-9])sk-or-v1-[\w-]{12,}/g },
  // The plain form needs one long unhyphenated run or a digit early on: `sk-learn-pipeline-with-grid-search` is a name.
  {
    kind: 'openai-key',
    pattern: /(?<![A-Za-z0-9])sk-(?:(?:proj|svcacct|admin)-[\w-]{12,}|\w{20,}[\w-]*|(?=[A-Za-z_-]{0,64}\d)[\w-]{20,})/g,
  },
  { kind: 'google-key', pattern: /(?<![A-Za-z0-9])AIza[\w-]{30,}/g },
  { kind: 'google-token', pattern: /(?<![A-Za-z0-9])ya29\.[\w-]{20,}/g },
  { kind: 'xai-key', pattern: /(?<![A-Za-z0-9])xai-[A-Za-z0-9]{20,}/g },
  { kind: 'groq-key', pattern: /(?<![A-Za-z0-9])gsk_[A-Za-z0-9]{20,}/g },
  { kind: 'huggingface-token', pattern: /(?<![A-Za-z0-9])hf_[A-Za-z0-9]{20,}/g },
  { kind: 'nvidia-key', pattern: /(?<![A-Za-z0-9])nvapi-[\w-]{20,}/g },
  { kind: 'perplexity-key', pattern: /(?<![A-Za-z0-9])pplx-[A-Za-z0-9]{20,}/g },
  // z.ai: 32 hex digits, a dot, 16 more characters.
  { kind: 'zai-key', pattern: /(?<![A-Za-z0-9])[0-9a-f]{32}\.[A-Za-z0-9]{16}(?![A-Za-z0-9])/g },
  { kind: 'github-token', pattern: /(?<![A-Za-z0-9])(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,})/g },
  { kind: 'gitlab-token', pattern: /(?<![A-Za-z0-9])glpat-[\w-]{16,}/g },
  { kind: 'npm-token', pattern: /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{30,}/g },
  { kind: 'slack-token', pattern: /(?<![A-Za-z0-9])xox[abeoprs]-[A-Za-z0-9-]{10,}/g },
  { kind: 'aws-key-id', pattern: /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/g },
  { kind: 'stripe-key', pattern: /(?<![A-Za-z0-9])[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/g },
  { kind: 'telegram-token', pattern: /(?<![A-Za-z0-9])\d{8,10}:[\w-]{35}(?![\w-])/g },
  { kind: 'jwt', pattern: /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g },
  {
    kind: 'authorization',
    pattern:
      /(authorization\\?["']?[ \t]{0,8}[:=][ \t]{0,8}\\?["']?(?:bearer|basic|digest|negotiate|token|apikey)[ \t]{1,8})[^\s"'\\,;<>$[{]{4,}/gi,
    replace: keepStart,
  },
  {
    kind: 'bearer-token',
    pattern: /(\bbearer[ \t]{1,8})(?=[A-Za-z._~+/=-]{0,64}\d|[^\s]{32})[\w.~+/=-]{12,}/gi,
    replace: keepStart,
  },
  {
    kind: 'secret',
    pattern:
      /((api[_-]?key|access[_-]?key|secret[_-]?key|client[_-]?secret|credentials?|authorization|secret|token|passphrase|passwd|password|pwd)\\?["']?[ \t]{0,8}(?:=>|:=|[:=])[ \t]{0,8})(\\?["'`]?)([^\s"'`\\,;<>(){}[\]$]{4,})/gi,
    replace: (marker, match) => {
      const [whole = '', before = '', name = '', quote = '', value = ''] = match;
      return looksAssigned(name, before, quote, value) ? `${before}${quote}${marker}` : whole;
    },
  },
];

/** Words that stand behind `password:` in code, schemas and prose without being one. */
const NOT_A_VALUE =
  /^(?:string|str|number|int|integer|bool|boolean|bytes|null|none|nil|undefined|true|false|optional|required|missing|unknown|any|object|process\.|os\.|env\.|config\.|settings\.|self\.|this\.)/i;

/**
 * Whether the value of `name: value` is likely a secret. A password may be any word; other names need a value that no
 * word or count would have (`max_token: 4096`, `token: expired`), unless it is quoted or long.
 */
function looksAssigned(name: string, before: string, quote: string, value: string): boolean {
  if (NOT_A_VALUE.test(value)) return false;
  if (/^(?:pass|pwd)/i.test(name)) return true;
  if (/^\d+\.?$/.test(value)) return false;
  if (value.length < 8) return false;
  return /\d/.test(value.slice(0, 64)) || value.length >= 20 || (quote !== '' && before.endsWith('='));
}

/**
 * Replaces secrets in a text with `[redacted:<kind>]` and keeps everything else: provider keys, access tokens, JWTs,
 * `Authorization` values, private key blocks, passwords in URLs, and `api_key=...` style assignments. Runs before a text
 * is stored. It knows shapes, not secrets: an unlabelled random word stays. Takes time linear in the text (about 20 ms
 * for a megabyte of prose), never throws, and leaves its own markers alone.
 */
export function redactSecrets(text: string): string {
  let clean = text;
  for (const { kind, pattern, replace } of SHAPES) {
    const marker = `[redacted:${kind}]`;
    clean = clean.replace(pattern, (...match: string[]) => (replace ? replace(marker, match) : marker));
  }
  return clean;
}

/** {@link redactSecrets} on every string value inside a JSON value. Keys, numbers and shapes stay; the input is not changed. */
export function redactJson<T extends Json>(value: T): T;
export function redactJson(value: Json): Json {
  if (typeof value === 'string') return redactSecrets(value);
  if (isList(value)) return value.map((item) => redactJson(item));
  if (!isMapping(value)) return value;
  const clean: [string, Json | undefined][] = Object.entries(value satisfies JsonObject).map(([key, item]) => [
    key,
    item === undefined ? item : redactJson(item),
  ]);
  return Object.fromEntries(clean);
}
