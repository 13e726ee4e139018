import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { explainTask } from '../../src/core.ts';

/** Timings of the pure core in this process, in milliseconds. */
export interface ExplainTimings {
  readonly p99HundredRules8KiB: number;
  readonly oneMiBPrompt: number;
  readonly sixtyFourKiB: Readonly<Record<string, number>>;
}

const PROSE =
  'Please review the change in src/pool/queue.go: the worker may deadlock when 1,200 lines of log arrive, see the screenshot. ';
const AT = new Date('2026-08-17T07:00:00Z');

/** Measures `explainTask` on the shipped policy grown to 100 rules, and its growth with the length of the text. */
export function measureExplain(): ExplainTimings {
  const policy = hundredRules(parse(readFileSync(new URL('../../router.example.yaml', import.meta.url), 'utf8')));
  const task = PROSE.repeat(80).slice(0, 8192);
  for (let i = 0; i < 300; i++) explainTask(`${i}${task}`.slice(0, 8192), policy, { at: AT });
  const samples = Array.from({ length: 2000 }, (_, i) =>
    timed(() => explainTask(`${i} ${task}`.slice(0, 8192), policy, { at: AT })),
  );
  const sized = (text: string) =>
    median(Array.from({ length: 7 }, () => timed(() => explainTask('size', policy, { at: AT, promptText: text }))));
  return {
    p99HundredRules8KiB: samples.sort((a, b) => a - b)[Math.floor(samples.length * 0.99)] ?? Number.NaN,
    oneMiBPrompt: sized(PROSE.repeat(9000).slice(0, 1_048_576)),
    sixtyFourKiB: {
      prose: sized(PROSE.repeat(600).slice(0, 65_536)),
      a: sized('a'.repeat(65_536)),
      dashes: sized('-'.repeat(65_536)),
      spaces: sized(' '.repeat(65_536)),
      slashes: sized('a/'.repeat(32_768)),
      digits: sized('1'.repeat(65_536)),
      backticks: sized('`'.repeat(65_536)),
    },
  };
}

// The added rules never match and cannot shadow one another, so every explain walks all of them.
function hundredRules(policy: { rules: object[] }): object {
  const added = Array.from({ length: 100 - policy.rules.length }, (_, i) => ({
    id: `bench-${i}`,
    when: { est_input_tokens: { gt: 900_000 + i, lt: 900_002 + i }, verb_class: { eq: 'unknown' } },
    then: { profile: 'coder', model: 'T1' },
  }));
  return { ...policy, rules: [...added, ...policy.rules] };
}

function timed(work: () => void): number {
  const from = performance.now();
  work();
  return performance.now() - from;
}

/** Middle value of a list of numbers. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
