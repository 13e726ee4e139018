import { isMapping, own } from '../../../../../lib/json.ts';
import { useDraft } from '../draft.tsx';
import { ClassifierSettings } from './classifier.tsx';
import { CompactionSettings } from './compaction.tsx';
import { MainSwitch } from './main-switch.tsx';
import { SignalWords } from './signal-words.tsx';

/** What is left of the policy: the main switch, the classifier, compaction, and words for the signals. */
export function SettingsSection() {
  const { edited } = useDraft();
  const compaction = own(edited.policy, 'compaction');
  return (
    <div class="editors">
      <div class="stack">
        <MainSwitch />
        <ClassifierSettings />
      </div>
      <div class="stack">
        <CompactionSettings block={isMapping(compaction) ? compaction : null} />
        <SignalWords />
      </div>
    </div>
  );
}
