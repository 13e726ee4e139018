import type { Status } from '../../wire/answers.ts';
import { placeOf } from '../../wire/place.ts';

/** Says why nothing can be edited, where that is not for a moment only. */
export function ReadOnlyNote() {
  if (placeOf(location) !== 'proxied') return null;
  return (
    <p class="note" data-tone="info">
      <strong>This page can only read here.</strong> To change the policy, open the panel inside Hermes One: only there
      does the page get what Hermes One asks for with every write.
    </p>
  );
}

/** The file cannot be loaded, so there is nothing to edit: its errors, and what decides meanwhile. */
export function UnloadableNote({ status }: { readonly status: Status }) {
  return (
    <div class="note" data-tone="bad">
      <strong>
        router.yaml cannot be loaded, so it cannot be edited here. Mend it in the file, or go one step back.
      </strong>
      <ul>
        {status.validation_errors.map((error) => (
          <li key={error}>{error}</li>
        ))}
      </ul>
      {status.policy_in_use.source === 'last_good'
        ? 'Meanwhile the last good policy decides.'
        : 'Meanwhile there is no policy that could decide.'}
    </div>
  );
}
