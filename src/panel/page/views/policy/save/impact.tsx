import { count, plural } from '../../../parts/format.ts';
import type { Plan } from '../../../wire/answers.ts';
import { asTexts, shown } from '../../../wire/read.ts';

type Impact = NonNullable<Plan['impact']>;
type Route = Impact['examples'][number]['from'];

/** What the last decisions would have been under the change. */
export function ImpactReport({ impact }: { readonly impact: Plan['impact'] }) {
  if (impact === null)
    return (
      <>
        <h3>The last decisions</h3>
        <p>What would become of them is unknown: the file as it is, or as it would be, cannot decide.</p>
      </>
    );
  const { considered, replayed, changed, not_replayed: left, complete, notes } = impact;
  return (
    <>
      <h3>The last decisions</h3>
      <p>{summary(impact)}</p>
      {impact.changes.length > 0 && <Changes impact={impact} />}
      {impact.examples.length > 0 && <Examples impact={impact} />}
      {left.length > 0 && (
        <details>
          <summary>{plural(considered - replayed, 'decision')} could not be decided again</summary>
          <ul>
            {left.map(({ reason, count: times }) => (
              <li key={reason}>
                {count(times)}: {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
      {!complete && (
        <p class="note">There was no time for all of them: only the newest {count(considered)} were looked at.</p>
      )}
      {notes.map((note) => (
        <p class="note" key={note}>
          {note}
        </p>
      ))}
      {changed === 0 && replayed > 0 && <p class="muted">Decided again with the features that were recorded then.</p>}
    </>
  );
}

function summary({ considered, replayed, changed }: Impact): string {
  if (considered === 0) return 'No decision is recorded yet, so there is nothing to compare.';
  if (replayed === 0) return `None of the last ${plural(considered, 'decision')} could be decided again.`;
  const of =
    replayed === considered
      ? `the last ${plural(considered, 'decision')}`
      : `${count(replayed)} of the last ${plural(considered, 'decision')} that could be decided again`;
  return changed === 0 ? `Of ${of}, none would change.` : `Of ${of}, ${count(changed)} would change.`;
}

function Changes({ impact }: { readonly impact: Impact }) {
  return (
    <ul class="changes">
      {impact.changes.map(({ from, to, count: times }) => (
        <li key={`${from} ${to}`} class="impact-change">
          <strong>{count(times)}</strong>
          <span>
            {from}
            <br />
            <span aria-hidden="true">→ </span>
            <span class="unseen">would become </span>
            {to}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Examples({ impact }: { readonly impact: Impact }) {
  return (
    <details>
      <summary>{impact.examples.length === 1 ? 'The task' : `${impact.examples.length} of these tasks`}</summary>
      <ul class="rows">
        {impact.examples.map(({ id, task, from, to }) => (
          <li key={id}>
            {shown(task) || 'a task without text'}
            <p class="muted">
              {routeWords(from)}
              <br />
              <span aria-hidden="true">→ </span>
              <span class="unseen">would become </span>
              {routeWords(to)}
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Which rule, which profile, and the model that would be tried first. */
function routeWords({ rule_id: rule, profile, chain, outcome }: Route): string {
  const by = rule === null ? 'the default' : `rule ${shown(rule)}`;
  if (outcome === 'deny') return `${by}: refused`;
  const who = profile === null ? 'no profile' : `profile ${shown(profile)}`;
  if (outcome === 'classify') return `${by}: ${who}, the classifier picks the tier`;
  return `${by}: ${who}, ${asTexts(chain)[0] ?? 'no model'} first`;
}
