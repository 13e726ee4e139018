/**
 * The words in which Hermes and the providers behind it report a failure (spec: runtime 8.3, 8.4, 17.4), and the shape a line must have before
 * those words count in something that may as well be an answer. Every pattern is bounded: linear in the text.
 */

/** Numbers that mean "no quota" only in a line that is an error already. */
const BARE_STATUS = /\b(?:429|402)\b/;

/** The same numbers where the words around them say that they are a status. */
const STATUS_IN_CONTEXT =
  /\b(?:http|status|code|error)\W{0,5}(?:429|402)\b|\b(?:429|402)\s+(?:too many requests|payment required)/i;

const EXHAUSTION = new RegExp(
  [
    /\busage_limit(?:_reached)?\b/,
    /\binsufficient\s{1,9}(?:credits|balance|account\s{1,9}balance)\b/,
    /\bweekly\s{0,9}\/\s{0,9}monthly\s{1,9}limit exhausted/,
    /\bcode\s{0,9}['"]?\s{0,9}:\s{0,9}['"]?\s{0,9}1113\b/,
    /\brate limited after \d{1,9} retr(?:y|ies)\b/,
    /\bbilling or credits exhausted\b/,
    /\bprovider reported usage\/credit exhaustion\b/,
  ]
    .map((pattern) => pattern.source)
    .join('|'),
  'i',
);

const REPORTED = new RegExp(
  [
    /\bAPI call failed after \d{1,9} (?:retry|retries)\s{0,9}:/,
    /\bAPI failed after \d{1,9} retr(?:y|ies)\b/,
    /\bnon-?retryable[^.\n]{0,40}\b[45]\d\d\b/,
    /\b[45]\d\d\b[^.\n]{0,40}non-?retryable/,
    /\bnon-?retryable (?:client )?error \(HTTP None\)/,
    /\b40[13]\b[^.\n]{0,60}(?:\babort(?:ing|ed)?\b|giving up|unauthori[sz]ed|forbidden)/,
    /(?:unauthori[sz]ed|forbidden)[^.\n]{0,40}\babort(?:ing|ed)?\b/,
    /\bTLS\b[^.\n]{0,40}(?:verification|handshake) failed/,
    /\bcertificate (?:verify|verification) failed/,
    /\bconnection refused|\bconnection reset by peer/,
    /\bname or service not known|\btemporary failure in name resolution/,
    /\bno usable credentials found\b/,
    /\bprovider safety filter blocked this request/,
  ]
    .map((pattern) => pattern.source)
    .join('|'),
  'i',
);

const GENERIC = /\b(?:API|provider|upstream)\s{1,9}(?:call\s{1,9})?(?:failed|error)\b/i;

const PROFILE_MISSING = /^Error: Profile '[^']{0,80}' does not exist/i;

/** How the agent loop, and the programs below it, begin a line that reports an error. */
const ERROR_START = new RegExp(
  `^(?:${[
    /(?:[\w.]{0,60}error|[\w.]{0,60}exception|fatal|final error|error code)\s{0,3}:/,
    /(?:API|provider|upstream) (?:call )?(?:failed|error)\b/,
    /rate limited after \d|billing or credits exhausted|provider reported usage|provider safety filter/,
    /(?:HTTP [45]\d\d[^.\n]{0,40}\. )?non-?retryable (?:client )?error\b/,
    /(?:HTTP )?[45]\d\d [a-z ]{0,40}\. abort/,
    /(?:HTTP [45]\d\d: )?(?:insufficient (?:credits|balance|account balance)|weekly ?\/ ?monthly limit exhausted)/,
    /no usable credentials found\b/,
    /\{.{0,20}['"](?:error|code)['"]/,
  ]
    .map((pattern) => pattern.source)
    .join('|')})`,
  'i',
);

/** Failures of the transport, which are printed bare. As the beginning of a sentence they prove nothing. */
const BARE_TRANSPORT =
  /^(?:\[errno -?\d+\] )?(?:TLS certificate verification failed|certificate (?:verify|verification) failed|connection refused|connection reset by peer|(?:\[errno -?\d+\] )?name or service not known|temporary failure in name resolution)[.!]?$/i;

/** Whether a text that is known to be an error says that a quota, a credit or a rate limit is used up. */
export function mentionsExhaustion(text: string): boolean {
  return BARE_STATUS.test(text) || EXHAUSTION.test(text);
}

/** The same for text that may be anything: a number alone proves nothing. */
export function suggestsExhaustion(text: string): boolean {
  return STATUS_IN_CONTEXT.test(text) || EXHAUSTION.test(text);
}

/** Whether a text reports that the provider, or the way to it, failed. */
export function reportsFailure(text: string): boolean {
  return REPORTED.test(text) || (GENERIC.test(text) && mentionsExhaustion(text));
}

/** Whether a line is what `hermes` prints for a profile that is not there. */
export function isProfileMissing(line: string): boolean {
  return PROFILE_MISSING.test(line);
}

/** Whether a line has the shape of an error message, so that it can be told from an answer that talks about errors. */
export function isErrorLine(line: string): boolean {
  return ERROR_START.test(line) || BARE_TRANSPORT.test(line);
}
