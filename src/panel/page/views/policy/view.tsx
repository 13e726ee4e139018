import { useMemo } from 'preact/hooks';
import { Loaded } from '../../parts/loaded.tsx';
import type { Blocklist, Policy, Status } from '../../wire/answers.ts';
import { useResource } from '../../wire/resource.ts';
import { BansSection } from './bans/section.tsx';
import { DraftProvider } from './draft.tsx';
import { LastResortSection } from './last-resort/section.tsx';
import { ReadOnlyNote, UnloadableNote } from './notes.tsx';
import { loadErrorOf, policyBase, useStable } from './read.ts';
import { Revert } from './revert.tsx';
import { RulesSection } from './rules/section.tsx';
import { SaveBar } from './save/bar.tsx';
import { Section, SectionNav } from './sections.tsx';
import { SettingsSection } from './settings/section.tsx';
import { TiersSection } from './tiers/section.tsx';
import { WindowsSection } from './windows/section.tsx';

/** How often the file is looked at while the view is shown. Milliseconds. */
const READ_EVERY_MS = 10_000;
const STATUS_EVERY_MS = 5_000;

/** The policy: what it says, and a draft of changes to it that is looked at before it is saved. */
export function PolicyView() {
  const status = useResource<Status>('/status', STATUS_EVERY_MS);
  const policy = useResource<Policy>('/policy', READ_EVERY_MS);
  const blocklist = useResource<Blocklist>('/blocklist', READ_EVERY_MS);
  const failed = [status, policy, blocklist].some(({ failure }) => failure !== null);
  return (
    <Loaded of={status}>
      {(status) => (
        <Loaded of={policy}>
          {(policy) => (
            <Loaded of={blocklist}>
              {(blocklist) => <Editor status={status} policy={policy} blocklist={blocklist} failed={failed} />}
            </Loaded>
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

interface Read {
  readonly status: Status;
  readonly policy: Policy;
  readonly blocklist: Blocklist;
  /** The last reading of one of them failed. */
  readonly failed: boolean;
}

/** The draft outlives a file that cannot be loaded for a while. */
function Editor({ status, policy, blocklist, failed }: Read) {
  const read = useStable(
    useMemo(() => policyBase(policy, blocklist, status.enabled), [policy, blocklist, status.enabled]),
  );
  const isLoadable = loadErrorOf(status) === null;
  return (
    <DraftProvider read={read} answered={!failed} loadable={isLoadable}>
      <div class="policy-head">
        <SectionNav />
        <Revert />
      </div>
      <ReadOnlyNote />
      {isLoadable ? <Sections /> : <UnloadableNote status={status} />}
      <SaveBar />
    </DraftProvider>
  );
}

function Sections() {
  return (
    <>
      <Section name="rules">
        <RulesSection />
      </Section>
      <Section name="last-resort">
        <LastResortSection />
      </Section>
      <Section name="tiers">
        <TiersSection />
      </Section>
      <Section name="bans">
        <BansSection />
      </Section>
      <Section name="windows">
        <WindowsSection />
      </Section>
      <Section name="settings">
        <SettingsSection />
      </Section>
    </>
  );
}
