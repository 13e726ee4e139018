import type { ComponentType } from 'preact';
import { useContext, useEffect, useMemo, useState } from 'preact/hooks';
import { DecisionsView } from '../views/decisions/view.tsx';
import { JobsView } from '../views/jobs/view.tsx';
import { ModelsView } from '../views/models/view.tsx';
import { NowView } from '../views/now/view.tsx';
import { PolicyView } from '../views/policy/view.tsx';
import { TryView } from '../views/try/view.tsx';
import type { Status } from '../wire/answers.ts';
import { placeOf } from '../wire/place.ts';
import { type Resource, refreshAll, useResource } from '../wire/resource.ts';
import { keptToken, takeTokenFromAddress } from '../wire/token.ts';
import { ViewIsActive } from './active.ts';
import { Banners } from './banners.tsx';
import { Boundary } from './boundary.tsx';
import { Header } from './header.tsx';
import { type Navigation, NavigationContext } from './navigation.ts';
import { Tabs } from './tabs.tsx';
import { TokenForm } from './token-form.tsx';
import { isViewName, VIEW_NAMES, type ViewName } from './views.ts';

const COMPONENTS: Readonly<Record<ViewName, ComponentType>> = {
  now: NowView,
  try: TryView,
  policy: PolicyView,
  decisions: DecisionsView,
  jobs: JobsView,
  models: ModelsView,
};

/** How often the state of the daemon is read while the page is looked at. Milliseconds. */
const STATUS_EVERY_MS = 5_000;

/** The page: its frame, and the views, each kept as it is once it was opened. */
export function App() {
  const alone = placeOf(location) === 'alone';
  const [needsToken, setNeedsToken] = useState(() => alone && keptToken() === null);
  const status = useResource<Status>(needsToken ? null : '/status', STATUS_EVERY_MS);
  const refused = alone && status.failure?.code === 'invalid_token';
  const takeOver = () => {
    setNeedsToken(false);
    void refreshAll();
  };
  useEffect(() => {
    // An address with a token that is entered into this tab loads nothing anew.
    const changed = () => takeTokenFromAddress() && takeOver();
    if (alone) addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, [alone]);
  return (
    <>
      {(needsToken || refused) && (
        <main>
          <TokenForm refused={refused} onToken={takeOver} />
        </main>
      )}
      {/* Hidden, not gone, while another token is asked for: a draft in it must not be lost. */}
      {!needsToken && (
        <div hidden={refused}>
          <ViewIsActive.Provider value={!refused}>
            <Frame status={status} />
          </ViewIsActive.Provider>
        </div>
      )}
    </>
  );
}

function Frame({ status }: { readonly status: Resource<Status> }) {
  const shown = useContext(ViewIsActive);
  return (
    <NavigationFrame>
      {(navigation, opened) => (
        <>
          <Header status={status} />
          <Tabs counts={{ jobs: jobsUnderWay(status.data) }} />
          <Banners status={status.data} />
          <main>
            {VIEW_NAMES.filter((name) => opened.has(name)).map((name) => (
              <ViewPanel key={name} name={name} active={shown && name === navigation.view} />
            ))}
          </main>
        </>
      )}
    </NavigationFrame>
  );
}

function jobsUnderWay(status: Status | null): number {
  return status === null ? 0 : status.jobs.running + status.jobs.queued;
}

function NavigationFrame({
  children,
}: {
  readonly children: (navigation: Navigation, opened: ReadonlySet<ViewName>) => preact.ComponentChildren;
}) {
  const [{ view, target }, setPlace] = useState<Pick<Navigation, 'view' | 'target'>>(firstPlace);
  const [opened, setOpened] = useState<ReadonlySet<ViewName>>(new Set([view]));
  const navigation = useMemo<Navigation>(
    () => ({
      view,
      target,
      go: (next, to) => {
        setPlace({ view: next, target: to === undefined ? null : { ...to } });
        setOpened((before) => new Set([...before, next]));
      },
    }),
    [view, target],
  );
  useEffect(() => {
    // A page of its own may be reloaded or bookmarked; the address of a framed one belongs to the host.
    if (placeOf(location) === 'alone') history.replaceState(null, '', `#${view}`);
  }, [view]);
  return <NavigationContext.Provider value={navigation}>{children(navigation, opened)}</NavigationContext.Provider>;
}

function firstPlace(): Pick<Navigation, 'view' | 'target'> {
  const named = location.hash.slice(1);
  return { view: isViewName(named) ? named : 'now', target: null };
}

function ViewPanel({ name, active }: { readonly name: ViewName; readonly active: boolean }) {
  const View = COMPONENTS[name];
  return (
    <ViewIsActive.Provider value={active}>
      <section role="tabpanel" id={`panel-${name}`} aria-labelledby={`tab-${name}`} hidden={!active} tabIndex={-1}>
        <Boundary>
          <View />
        </Boundary>
      </section>
    </ViewIsActive.Provider>
  );
}
