/** The views, in the order of their tabs. The host mirrors the ids `tab-<name>` beside the page (spec: host 12). */
export const VIEWS = {
  now: 'Now',
  try: 'Try',
  policy: 'Policy',
  decisions: 'Decisions',
  jobs: 'Jobs',
  models: 'Models',
} as const;

/** Name of a view. */
export type ViewName = keyof typeof VIEWS;

/** The names in the order of the tabs. */
export const VIEW_NAMES = Object.keys(VIEWS).filter((name): name is ViewName => name in VIEWS);

/** True for the name of a view. */
export function isViewName(name: string): name is ViewName {
  return Object.hasOwn(VIEWS, name);
}
