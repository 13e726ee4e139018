import { createContext } from 'preact';
import type { ViewName } from './views.ts';

/** Something that a view is asked to show: a rule, a decision, a job, a model, or a task to try. */
export interface Target {
  readonly kind: 'rule' | 'decision' | 'job' | 'model' | 'task';
  /** Its id, or the text of the task. */
  readonly id: string;
}

/** Where the reader is, and how to go elsewhere. */
export interface Navigation {
  readonly view: ViewName;
  /** What the view was asked to show; a new object for each request, null when none. */
  readonly target: Target | null;
  readonly go: (view: ViewName, target?: Target) => void;
}

/** The navigation of the page. */
export const NavigationContext = createContext<Navigation>({ view: 'now', target: null, go: () => {} });
