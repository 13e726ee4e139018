import { isList, isMapping, type JsonObject, own } from '../../lib/json.ts';
import { SIGNAL_LIST_NAMES } from '../../signals/features.ts';
import { figureProblems } from './declarations.ts';
import { isName, isNumberFrom, isWholeFrom, listed, mustBe, unknownKeys } from './values.ts';

/** Findings on the shape of `blocklist`. A row that cannot ban is a warning only: it must not disable the others. */
export function blocklistProblems(blocklist: unknown): string[] {
  if (blocklist === undefined || blocklist === null) return [];
  if (!isMapping(blocklist)) return [`${mustBe('blocklist', 'a mapping', blocklist)}: as written it blocks nothing`];
  const findings: string[] = [];
  for (const key of ['manual_ban', 'fallback_chain']) {
    const value = own(blocklist, key);
    if (value !== undefined && value !== null && !isList(value))
      findings.push(mustBe(`blocklist.${key}`, 'a list', value));
  }
  return [...findings, ...breakerProblems(own(blocklist, 'auto_breaker'))];
}

const BREAKER_NUMBERS = ['window_seconds', 'base_cooldown_seconds', 'max_cooldown_seconds', 'backoff_multiplier'];

function breakerProblems(breaker: unknown): string[] {
  if (breaker === undefined || breaker === null) return [];
  if (!isMapping(breaker)) return [mustBe('blocklist.auto_breaker', 'a mapping', breaker)];
  const at = (key: string) => `blocklist.auto_breaker.${key}`;
  const findings: string[] = [];
  const enabled = own(breaker, 'enabled');
  if (isWrong(enabled, (value) => typeof value === 'boolean'))
    findings.push(mustBe(at('enabled'), 'true or false', enabled));
  const threshold = own(breaker, 'threshold');
  if (isWrong(threshold, (value) => isWholeFrom(1, value)))
    findings.push(mustBe(at('threshold'), 'a whole number above 0', threshold));
  for (const key of BREAKER_NUMBERS) findings.push(...numberProblems(at(key), own(breaker, key)));
  return findings;
}

/** Findings on `classifier`: shapes and numbers. Whether its model is a good choice is for the warnings. */
export function classifierProblems(classifier: unknown): string[] {
  if (classifier === undefined || classifier === null) return [];
  if (!isMapping(classifier)) return [mustBe('classifier', 'a mapping', classifier)];
  const findings = ['model', 'provider'].flatMap((key) => textProblems(`classifier.${key}`, own(classifier, key)));
  const tokens = own(classifier, 'max_tokens');
  if (isWrong(tokens, (value) => isWholeFrom(1, value)))
    findings.push(mustBe('classifier.max_tokens', 'a whole number of tokens above 0', tokens));
  for (const key of ['temperature', 'timeout_seconds'])
    findings.push(...numberProblems(`classifier.${key}`, own(classifier, key)));
  return [
    ...findings,
    ...figureProblems('classifier', classifier),
    ...classifierChainProblems(own(classifier, 'chain')),
  ];
}

function classifierChainProblems(chain: unknown): string[] {
  if (chain === undefined || chain === null) return [];
  if (!isList(chain)) return [mustBe('classifier.chain', 'a list of hops', chain)];
  return chain.flatMap((hop, index) => {
    if (isMapping(hop) && isName(own(hop, 'model')) && isName(own(hop, 'provider'))) return [];
    return [mustBe(`classifier.chain[${index}]`, "a mapping with 'model' and 'provider' as non-empty strings", hop)];
  });
}

const SIGNAL_LISTS: ReadonlySet<string> = new Set(SIGNAL_LIST_NAMES);

/** Findings on `signals`: words that a policy adds to the signal lists, per list. */
export function signalsProblems(signals: unknown): string[] {
  if (signals === undefined || signals === null) return [];
  const allowed = `a mapping of word lists (lists: ${listed(SIGNAL_LISTS)})`;
  if (!isMapping(signals)) return [mustBe('signals', allowed, signals)];
  const unknown = unknownKeys(signals, SIGNAL_LISTS).map(
    (name) => `signals.${name} is not a known list (lists: ${listed(SIGNAL_LISTS)})`,
  );
  return [...unknown, ...SIGNAL_LIST_NAMES.flatMap((name) => wordListProblems(`signals.${name}`, own(signals, name)))];
}

function wordListProblems(where: string, list: unknown): string[] {
  if (list === undefined || list === null) return [];
  if (!isList(list)) return [mustBe(where, 'a list of words', list)];
  return list.flatMap((word, index) =>
    isName(word) ? [] : [mustBe(`${where}[${index}]`, 'a non-empty string', word)],
  );
}

/** Finding on the master switch: `enabled: yes` is text here, and a switch that reads as text would mean off. */
export function enabledProblems(policy: JsonObject): string[] {
  const enabled = own(policy, 'enabled');
  return isWrong(enabled, (value) => typeof value === 'boolean') ? [mustBe('enabled', 'true or false', enabled)] : [];
}

function numberProblems(where: string, value: unknown): string[] {
  return isWrong(value, (written) => isNumberFrom(0, written)) ? [mustBe(where, 'a number from 0 up', value)] : [];
}

function textProblems(where: string, value: unknown): string[] {
  return isWrong(value, (written) => typeof written === 'string')
    ? [mustBe(where, 'a string (quote a name that looks like a number)', value)]
    : [];
}

/** Absent and `null` mean "the default" in these blocks. */
function isWrong(value: unknown, isRight: (value: unknown) => boolean): boolean {
  return value !== undefined && value !== null && !isRight(value);
}
