import { isList, isMapping, type Json, type JsonObject, own } from '../lib/json.ts';
import { plainText } from './output.ts';

const RED = '\u001b[31m';
const GREEN = '\u001b[32m';
const CYAN = '\u001b[36m';
const RESET = '\u001b[0m';

/** Most lines of what would change that are shown; the JSON has all. */
const MAX_CHANGES = 10;

/** A plan for a person: the diff, what is wrong, and what the last decisions would have been. */
export function planText(plan: JsonObject, colors: boolean): string {
  const diff = String(own(plan, 'diff') ?? '');
  const errors = texts(plan, 'errors');
  return [
    ...(diff === '' ? [] : [diffText(diff, colors)]),
    ...(own(plan, 'no_op') === true ? ['nothing to change: the policy says so already'] : []),
    ...texts(plan, 'ignored').map((key) => `ignored: ${plainText(key)} is not edited here`),
    ...(errors.length === 0 ? [] : ['not valid:', ...errors.map((error) => `- ${plainText(error)}`)]),
    ...impactLines(own(plan, 'impact')),
  ].join('\n');
}

/** A unified diff, in the colours of git on a terminal. */
export function diffText(diff: string, colors: boolean): string {
  const lines = diff
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => plainText(line.replace(/\r$/, '')));
  return colors ? lines.map(coloured).join('\n') : lines.join('\n');
}

function coloured(line: string): string {
  const color = line.startsWith('@@') ? CYAN : line.startsWith('+') ? GREEN : line.startsWith('-') ? RED : '';
  return color === '' ? line : `${color}${line}${RESET}`;
}

function impactLines(impact: Json | undefined): string[] {
  if (!isMapping(impact)) return [];
  const changes = isList(own(impact, 'changes')) ? rowsOf(impact, 'changes') : [];
  const shown = changes.slice(0, MAX_CHANGES).map((row) => {
    const [count, from, to] = [row.count, row.from, row.to].map((value) => plainText(String(value)));
    return `  ${count} x ${from}  ->  ${to}`;
  });
  return [
    `impact: ${own(impact, 'changed')} of the last ${own(impact, 'replayed')} decisions would change`,
    ...shown,
    ...(changes.length > MAX_CHANGES ? [`  and ${changes.length - MAX_CHANGES} other changes`] : []),
    ...rowsOf(impact, 'not_replayed').map((row) => `  ${row.count} not replayed: ${plainText(String(row.reason))}`),
    ...(own(impact, 'complete') === false ? ['  cut short: replaying took too long'] : []),
    ...texts(impact, 'notes').map((note) => `  ${plainText(note)}`),
  ];
}

function texts(mapping: JsonObject, key: string): string[] {
  const list = own(mapping, key);
  return isList(list) ? list.map(String) : [];
}

function rowsOf(mapping: JsonObject, key: string): JsonObject[] {
  const list = own(mapping, key);
  return isList(list) ? list.filter(isMapping) : [];
}
