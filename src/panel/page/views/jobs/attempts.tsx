import { localTime, moment, plural, UNKNOWN } from '../../parts/format.ts';
import type { Job } from '../../wire/answers.ts';
import { asMapping, asNumber, asText } from '../../wire/read.ts';
import { failureKindWords, hopWords, secondsWords, spanWords } from './words.ts';

/** The attempts of a job: one a model that was tried. */
export function AttemptsTable({ attempts, now }: { readonly attempts: Job['attempts']; readonly now: Date }) {
  if (attempts.length === 0) return null;
  return (
    <>
      <h3>{plural(attempts.length, 'attempt')}</h3>
      <div class="scroll">
        <table class="job-attempts">
          <thead>
            <tr>
              <th scope="col" class="number">
                no.
              </th>
              <th scope="col">model</th>
              <th scope="col">began</th>
              <th scope="col">took</th>
              <th scope="col">ended</th>
              <th scope="col">used tools</th>
            </tr>
          </thead>
          <tbody>
            {attempts.map((attempt, index) => (
              <tr key={index}>
                <td class="number">{asNumber(attempt.n) ?? index + 1}</td>
                <td>{hopWords(attempt.model, attempt.provider)}</td>
                <td>{localTime(moment(attempt.started_at))}</td>
                <td>{tookWords(attempt, now)}</td>
                <td>{endWords(attempt)}</td>
                <td>{toolWords(attempt.used_tools)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function tookWords(attempt: unknown, now: Date): string {
  const { elapsed_s: elapsed, started_at: started, ended_at: ended } = asMapping(attempt);
  const seconds = asNumber(elapsed);
  if (seconds !== null) return secondsWords(seconds);
  if (asText(ended) !== null) return UNKNOWN;
  const start = moment(started);
  return start === null ? UNKNOWN : `${spanWords(start, now)} so far`;
}

function endWords(attempt: unknown): string {
  const { ok, failure_kind: kind, exit_code: code, signal, ended_at: ended } = asMapping(attempt);
  if (asText(ended) === null && ok !== true && ok !== false) return 'not yet';
  const how = ok === true ? 'well' : (failureKindWords(kind) ?? 'not well');
  const by = asText(signal) ?? (asNumber(code) === null ? null : `exit code ${asNumber(code)}`);
  return by === null ? how : `${how} (${by})`;
}

function toolWords(used: unknown): string {
  return used === true ? 'yes' : used === false ? 'no' : 'unknown';
}
