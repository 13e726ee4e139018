import { useContext, useEffect, useMemo, useState } from 'preact/hooks';
import { lintFindings } from '../../../../../policy/lint/findings.ts';
import { moment } from '../../../parts/format.ts';
import { NavigationContext } from '../../../shell/navigation.ts';
import type { DecisionList, Status } from '../../../wire/answers.ts';
import { useResource } from '../../../wire/resource.ts';
import { useDraft } from '../draft.tsx';
import { ruleId, rulesOf } from '../edit.ts';
import { useDragging } from './drag.ts';
import { hitsOf, staleWords } from './hits.ts';
import { MovingContext, useMoving } from './move.tsx';
import { RuleRow } from './row.tsx';
import { showRule } from './show-rule.ts';

/** The window of the counts, and how often it is counted again. */
const DECISIONS = '/routes?limit=200';
const COUNT_EVERY_MS = 30_000;

/** The rules in their order, and their editing. */
export function RulesSection() {
  const { edited } = useDraft();
  const moving = useMoving();
  const dragging = useDragging(moving.put);
  const marked = useMarked();
  const decisions = useResource<DecisionList>(DECISIONS, COUNT_EVERY_MS);
  const changed = moment(useResource<Status>('/status', null).data?.config_mtime);
  const hits = useMemo(() => hitsOf(decisions), [decisions.data, decisions.loading]);
  const shadows = useMemo(() => lintFindings(edited.policy), [edited.policy]);
  const rules = rulesOf(edited.policy);
  const stale = staleWords(hits, changed);
  return (
    <MovingContext.Provider value={moving}>
      <p class="muted">
        The first rule that fits decides. Drag a rule, use its arrows, or Alt and the arrow keys. Conditions are edited
        in the file.
      </p>
      {stale !== null && <p class="note">{stale}</p>}
      {rules.length === 0 && <p>The file has no rules: the default decides everything.</p>}
      <ol class="rules">
        {rules.map((rule, index) => (
          <RuleRow
            key={ruleId(rule)}
            rule={rule}
            index={index}
            hits={hits}
            shadow={shadows.find(({ later_index }) => later_index === index) ?? null}
            marked={marked === ruleId(rule)}
            dragging={dragging}
          />
        ))}
      </ol>
      <p class="unseen" role="status">
        {moving.announcement}
      </p>
    </MovingContext.Provider>
  );
}

/** The rule that somebody asked to see: brought into sight, focused, and marked. */
function useMarked(): string | null {
  const { view, target } = useContext(NavigationContext);
  const [marked, setMarked] = useState<string | null>(null);
  useEffect(() => {
    if (view !== 'policy' || target?.kind !== 'rule') return;
    setMarked(target.id);
    showRule(target.id);
  }, [view, target]);
  return marked;
}
