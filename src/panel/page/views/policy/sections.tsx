import type { ComponentChildren } from 'preact';
import { plural } from '../../parts/format.ts';
import { useDraft } from './draft.tsx';
import { showSaveBar } from './save/show-bar.ts';

/** The sections in the order of the page. */
const SECTIONS = {
  rules: 'Rules',
  'last-resort': 'Default and last resort',
  tiers: 'Tiers',
  bans: 'Bans',
  windows: 'Price windows',
  settings: 'Settings',
} as const;

/** Name of a section of the policy view. */
export type SectionName = keyof typeof SECTIONS;

const NAMES = Object.keys(SECTIONS).filter((name): name is SectionName => name in SECTIONS);

/** Goes to a section: its heading comes into sight and has the focus, so that Tab goes on from there. */
export function showSection(name: SectionName): void {
  const heading = document.getElementById(headingId(name));
  heading?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
}

/** The way to each section. Buttons, not links: the address of a framed page belongs to the host. */
export function SectionNav() {
  const { edits } = useDraft();
  return (
    <nav class="section-nav" aria-label="Sections of the policy">
      {NAMES.map((name) => (
        <button type="button" class="link" key={name} onClick={() => showSection(name)}>
          {SECTIONS[name]}
        </button>
      ))}
      {edits.length > 0 && (
        <button type="button" class="link" onClick={showSaveBar}>
          {plural(edits.length, 'change')} to save
        </button>
      )}
    </nav>
  );
}

/** A section under its heading. */
export function Section({ name, children }: { readonly name: SectionName; readonly children: ComponentChildren }) {
  return (
    <section class="policy-section" aria-labelledby={headingId(name)}>
      <h2 id={headingId(name)} tabIndex={-1}>
        {SECTIONS[name]}
      </h2>
      {children}
    </section>
  );
}

function headingId(name: SectionName): string {
  return `policy-${name}`;
}
