import { plural } from '../../parts/format.ts';
import type { Capabilities } from '../../wire/answers.ts';

/** Models of the policy that nobody describes, and what to write so that they are checked. */
export function UnknownModels({ capabilities }: { readonly capabilities: Capabilities }) {
  const { unknown_models: models, warnings } = capabilities;
  if (models.length === 0 && warnings.length === 0) return null;
  return (
    <div class="note" data-tone="warn">
      <p>
        <strong>{plural(models.length, 'model')} of the policy nobody describes.</strong> Whether a task fits is not
        checked for {models.length === 1 ? 'it' : 'them'}.
      </p>
      <ul>
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
      {models.length > 0 && (
        <p>
          Is the name written as its provider writes it? If so, declare on its hop in router.yaml what it can do, for
          example: <code>context_window: 131072</code>, <code>vision: false</code>, <code>tool_calling: true</code>.
        </p>
      )}
    </div>
  );
}
