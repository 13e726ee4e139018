/** The id of the bar that holds the draft. */
export const SAVE_BAR = 'policy-save';

/** Goes to the draft: from the top of the page, and past every section, in one step. */
export function showSaveBar(): void {
  document.getElementById(SAVE_BAR)?.focus();
}
