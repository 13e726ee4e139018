import { useMemo } from 'preact/hooks';
import type { DecisionList } from '../../../wire/answers.ts';
import { asMapping } from '../../../wire/read.ts';
import { useResource } from '../../../wire/resource.ts';
import { useDraft } from '../draft.tsx';
import { thenWords } from '../rules/destination.ts';
import { DestinationEditor } from '../rules/destination-editor.tsx';
import { hitsOf, hitWords } from '../rules/hits.ts';
import { FailSafe } from './fail-safe.tsx';

/** What happens when no rule matches, and when nothing else has an answer. */
export function LastResortSection() {
  const { edited, edit } = useDraft();
  const decisions = useResource<DecisionList>('/routes?limit=200', null);
  const hits = useMemo(() => hitsOf(decisions), [decisions.data, decisions.loading]);
  const decided = asMapping(edited.policy.default);
  return (
    <div class="pair">
      <section class="card" aria-label="Default">
        <h3>Default: when no rule matches</h3>
        <p>
          <strong>{thenWords(decided, edited.policy.tiers)}</strong>
        </p>
        <p class="muted">{hitWords(hits, ({ byDefault }) => byDefault)}</p>
        <DestinationEditor
          decided={decided}
          onChange={(value) => edit({ kind: 'set', path: ['default'], value, label: 'Default' })}
        />
      </section>
      <section class="card" aria-label="Last resort">
        <h3>Last resort: when the classifier has no answer (fail_safe)</h3>
        <p class="muted">{hitWords(hits, ({ byFailSafe }) => byFailSafe)}</p>
        <FailSafe />
      </section>
    </div>
  );
}
