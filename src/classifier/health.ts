import type { GrantProblem } from '../llm/grant.ts';
import type { Classification, FailedHop } from './classify.ts';

/** How the classifier stands. `refused`: the host's trust gate; `unavailable`: something is not set up; `failing`: it is, and did not answer. */
export type ClassifierState = 'ok' | 'unused' | 'refused' | 'failing' | 'unavailable';

/** `classifier_health` of `/status`. */
export interface ClassifierHealth {
  readonly state: ClassifierState;
  /** For a person. */
  readonly reason: string;
  /** What to set in Hermes' files, one `key: value` a line; `null` when nothing is to be set. */
  readonly fix: string | null;
  /** How the last 50 classifications ended: `answered`, or the code of the failure. Cached answers do not count. */
  readonly last_50: Readonly<Record<string, number>>;
}

/** The classifier's recent past. One per process. */
export interface ClassifierRecord {
  note(classification: Classification): void;
  /** @param problem of `grantProblem`, so that a grant given or taken away shows before the next attempt. */
  health(problem: GrantProblem | null | 'unknown'): ClassifierHealth;
}

const KEPT = 50;

/** Failures that no waiting cures: a file has to be changed. */
const NOT_SET_UP: ReadonlySet<string> = new Set([
  'no_credentials',
  'no_provider_configured',
  'no_model',
  'invalid_provider',
  'unsupported_provider',
  'unknown_task',
]);

/** Starts an empty record. */
export function createClassifierRecord(): ClassifierRecord {
  let outcomes: string[] = [];
  let last: Classification | null = null;
  const counts = (): Record<string, number> => {
    const tally = new Map<string, number>();
    for (const outcome of outcomes) tally.set(outcome, (tally.get(outcome) ?? 0) + 1);
    return Object.fromEntries(tally);
  };
  return {
    note: (classification) => {
      last = classification;
      outcomes = [...outcomes, outcomeOf(classification)].slice(-KEPT);
    },
    health: (problem) => ({ ...stateOf(last, problem), last_50: counts() }),
  };
}

/** The word a classification is counted under, and that a trace gives as the detail of its failure. */
export function outcomeOf(classification: Classification): string {
  return classification.answered ? 'answered' : (primaryFailure(classification)?.code ?? 'unexpected');
}

function stateOf(
  last: Classification | null,
  problem: GrantProblem | null | 'unknown',
): Omit<ClassifierHealth, 'last_50'> {
  if (problem !== null && problem !== 'unknown')
    return { state: stateOfCode(problem.code), reason: problem.reason, fix: lines(problem.fix) };
  if (last === null) return { state: 'unused', reason: 'no task needed it since the start', fix: null };
  const failures = last.failed.map(({ hop, code, reason }) => `${hop}: ${reason} (${code})`).join('; ');
  const failure = primaryFailure(last);
  const fix = lines(failure?.fix ?? []);
  if (last.answered)
    return { state: 'ok', reason: `${last.hop} answered${failures === '' ? '' : ` after ${failures}`}`, fix };
  const cured = problem === null && last.failed.every(({ code }) => stateOfCode(code) !== 'failing');
  if (cured) return { state: 'unused', reason: 'set up since the last attempt, and not asked again yet', fix: null };
  return { state: stateOfCode(failure?.code ?? ''), reason: failures, fix };
}

function stateOfCode(code: string): ClassifierState {
  if (code === 'refused') return 'refused';
  return NOT_SET_UP.has(code) ? 'unavailable' : 'failing';
}

/** The failure of the first hop: that is the one the operator chose, the others only stand in. */
function primaryFailure({ failed }: Classification): FailedHop | undefined {
  return failed[0];
}

function lines(fix: readonly string[]): string | null {
  return fix.length === 0 ? null : fix.join('\n');
}
