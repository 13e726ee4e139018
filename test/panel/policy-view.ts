import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import type { PanelDaemon } from './sample-home.ts';

/** The text of the policy file, as it is on the disk now. */
export function fileText({ policyFile }: PanelDaemon): string {
  return readFileSync(policyFile, 'utf8');
}

/** A text with one part replaced, in a rule or another part that begins with a line; fails where there is none. */
export function replacedIn(text: string, from: string, part: string, by: string): string {
  const start = text.indexOf(from);
  const at = text.indexOf(part, start);
  if (start === -1 || at === -1) throw new Error(`no ${part} after ${from}`);
  return text.slice(0, at) + by + text.slice(at + part.length);
}

/** Opens the policy by itself and waits until it is read. */
export async function openPolicy(page: Page, { standalone }: PanelDaemon): Promise<Locator> {
  await page.goto(standalone);
  return showPolicy(page.locator('body'));
}

/** Goes to the policy, and waits until its rules are there. */
export async function showPolicy(body: Locator): Promise<Locator> {
  await body.locator('#tab-policy').click();
  const view = body.locator('#panel-policy');
  await ruleRow(view, 'hard-verbs').waitFor();
  return view;
}

/** The row of a rule. */
export function ruleRow(view: Locator, id: string): Locator {
  return view.locator(`li[id="rule:${id}"]`);
}

/** Sends the tasks of a rule elsewhere: the value is `tier:T3`, `classify`, `model` or `deny`. */
export async function sendTo(view: Locator, id: string, value: string): Promise<void> {
  const row = ruleRow(view, id);
  const field = row.getByLabel('Sent to');
  if (!(await field.isVisible())) await row.locator('summary').click();
  await field.selectOption(value);
}

/** Asks what would change; answers the dialog. */
export async function plan(view: Locator): Promise<Locator> {
  await view.getByRole('button', { name: 'See what changes' }).click();
  const dialog = view.getByRole('dialog');
  await dialog.waitFor();
  return dialog;
}

/** Plans the draft and writes it. */
export async function save(view: Locator): Promise<void> {
  await (await plan(view)).getByRole('button', { name: 'Apply' }).click();
  await view.getByText('Saved: router.yaml is written').waitFor();
}

/** The ids of the rules as they are shown, in order. */
export async function shownOrder(view: Locator): Promise<readonly string[]> {
  const titles = await view.locator('li.rule h3').allInnerTexts();
  return titles.map((title) => title.replace(/^\d+\.?\s*/, '').split(/\s/)[0] ?? '');
}
