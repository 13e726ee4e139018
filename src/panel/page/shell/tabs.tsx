import { useContext } from 'preact/hooks';
import { NavigationContext } from './navigation.ts';
import { VIEW_NAMES, VIEWS, type ViewName } from './views.ts';

/** How many things wait behind a tab, where that is worth a number. */
export type TabCounts = Partial<Record<ViewName, number>>;

const STEPS: Readonly<Record<string, (index: number) => number>> = {
  ArrowRight: (index) => index + 1,
  ArrowLeft: (index) => index - 1,
  Home: () => 0,
  End: () => VIEW_NAMES.length - 1,
};

/** The tabs. The host's sidebar finds them by class and ids, and mirrors `aria-selected` and `.count` (spec: host 12). */
export function Tabs({ counts }: { readonly counts: TabCounts }) {
  const { view, go } = useContext(NavigationContext);
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = VIEW_NAMES.at(step(VIEW_NAMES.indexOf(view)) % VIEW_NAMES.length) ?? 'now';
    go(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <nav class="tabs" aria-label="Views">
      <div role="tablist" onKeyDown={move}>
        {VIEW_NAMES.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-controls={`panel-${name}`}
            aria-selected={name === view}
            tabIndex={name === view ? 0 : -1}
            onClick={() => go(name)}
          >
            {VIEWS[name]}
            <span class="count" hidden={!counts[name]}>
              {counts[name] ?? ''}
            </span>
          </button>
        ))}
      </div>
    </nav>
  );
}
