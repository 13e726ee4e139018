import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { resolveHermesPaths } from '../../src/hermes/paths.ts';
import { browserTest, newPage } from './browser.ts';
import { openInHost, sidewaysOverflow } from './open-panel.ts';
import { type PanelDaemon, panelDaemon } from './sample-home.ts';
import { HOSTILE_TASK } from './sample-tasks.ts';

/** By how much a document is wider than its window. */
const SIDEWAYS = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

const detail = (page: Page) => page.locator('.decision-detail');
const rows = (page: Page) => page.locator('.decision-table tbody tr');
const extent = (page: Page) => page.locator('.decision-list > [role=status]');

async function openDecisions(page: Page, { standalone }: PanelDaemon): Promise<void> {
  await page.goto(standalone);
  await page.getByRole('tab', { name: 'Decisions' }).click();
  await extent(page).waitFor();
}

async function decideAll(daemon: PanelDaemon, tasks: readonly string[]): Promise<void> {
  for (const task of tasks) await daemon.send('POST /route', { task, source: 'chat' });
}

browserTest('Decisions: filters, and counts that name their window', async (t, browser) => {
  const daemon = await panelDaemon(t);
  const { page, assertQuiet } = await newPage(t, browser);
  await openDecisions(page, daemon);
  const { json } = await daemon.send('GET /routes?limit=1');
  const all = Number(json.count);
  await extent(page).getByText(`All ${all} decisions in the log.`).waitFor();
  t.equal(await rows(page).count(), all, 'no two of the sample are alike');

  await page.getByLabel('From').selectOption('kanban');
  const kanban = Number((await daemon.send('GET /routes?limit=1&source=kanban')).json.matched);
  await extent(page).getByText(`All ${kanban} that match the choice above (${all} in the log).`).waitFor();
  t.strictSame([...new Set(await rows(page).locator('td:last-child').allInnerTexts())], ['kanban']);
  await page.getByLabel('Text in what is loaded').fill('DEADLOCK');
  await extent(page).getByText(`1 found, filtering the ${kanban} loaded of ${kanban} that match`).waitFor();
  t.equal(await rows(page).count(), 1);
  await page.getByLabel('Text in what is loaded').fill('');
  await page.getByLabel('From').selectOption('');
  await page.getByLabel('only what the policy still names').check();
  const named = Number((await daemon.send('GET /routes?limit=1&policy_only=1')).json.matched);
  t.ok(named < all, 'a refusal names no model');
  await extent(page).getByText(`All ${named} that match the choice above`).waitFor();
  assertQuiet(t);
});

browserTest('Decisions: chosen by keyboard, replayed step by step, tried again', async (t, browser) => {
  const daemon = await panelDaemon(t, { empty: true });
  await decideAll(daemon, ['Debug race condition in pool', 'Rename getCwd in utils.py', 'Review PR for security']);
  const { page, assertQuiet } = await newPage(t, browser);
  await openDecisions(page, daemon);
  await page.getByLabel('Text in what is loaded').focus();
  await page.keyboard.press('Tab');
  await page.locator('button.choose:focus', { hasText: 'Review PR for security' }).waitFor();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await detail(page).getByText('Step 3 of 3: Going through the rules').waitFor();
  const said = await detail(page).innerText();
  t.match(said, /decided\s+Profile coder: gpt-5\.5 @ openai-codex\./);
  t.match(said, /cause\s+A rule about hard work decided/);
  t.match(said, /Left out because it was blocked: deepseek-v4-pro @ deepseek/);
  t.match(said, /Hermes reported nothing for this decision/);
  await detail(page)
    .getByRole('row', { name: /gpt-5\.5 @ openai-codex/ })
    .getByText(/^\$\d/)
    .first()
    .waitFor();

  const previous = detail(page).getByRole('button', { name: 'Previous step' });
  await previous.press('Enter');
  await detail(page).getByText('Step 2 of 3: Measuring the task').waitFor();
  await previous.press('Enter');
  await detail(page).getByText('Step 1 of 3').waitFor();
  t.ok(await previous.isDisabled());
  await detail(page).getByRole('button', { name: 'Play' }).press('Enter');
  await detail(page).getByText('Step 3 of 3').waitFor();
  await detail(page).getByRole('button', { name: 'Play' }).waitFor();

  await detail(page).getByRole('button', { name: 'Show the rule' }).click();
  await page.locator('#tab-policy[aria-selected=true]').waitFor();
  await page.getByRole('tab', { name: 'Decisions' }).click();
  await detail(page).getByRole('button', { name: 'Try this task again' }).click();
  await page.locator('#panel-try .verdict', { hasText: 'tier T4: gpt-5.5 @ openai-codex' }).waitFor();
  await page.getByRole('tab', { name: 'Decisions' }).click();
  await detail(page).getByRole('button', { name: 'Close' }).click();
  await page.locator('button.choose:focus', { hasText: 'Debug race condition in pool' }).waitFor();
  assertQuiet(t);
});

browserTest('Decisions: what was recorded is text, in the host and on a phone', async (t, browser) => {
  const daemon = await panelDaemon(t, { empty: true });
  await decideAll(daemon, [HOSTILE_TASK, 'y'.repeat(300)]);
  const { page, assertQuiet } = await newPage(t, browser, { width: 375, height: 740, reducedMotion: 'reduce' });
  const frame = await openInHost(page, daemon.host);
  await frame.getByRole('tab', { name: 'Decisions' }).click();
  await frame.getByRole('button', { name: HOSTILE_TASK }).click();
  await frame.locator('.decision-detail .asked', { hasText: HOSTILE_TASK }).waitFor();
  await frame.locator('.replay').waitFor();
  t.equal(await frame.locator('img').count(), 0);
  t.equal(await frame.getByRole('button', { name: 'Play' }).count(), 0, 'nothing moves for who wants no motion');
  await frame.getByRole('button', { name: /^y+$/ }).click();
  await frame.getByText('The log keeps the first 120 characters of a task').waitFor();
  t.equal(await frame.locator('html').evaluate(SIDEWAYS), 0);
  t.equal(await sidewaysOverflow(page), 0);
  assertQuiet(t);
});

browserTest('Decisions: runs fold, older ones follow, new ones come in without a gap', async (t, browser) => {
  const daemon = await panelDaemon(t, { empty: true });
  await decideAll(
    daemon,
    Array.from({ length: 120 }, (_, index) => `Debug case ${index}`),
  );
  await decideAll(
    daemon,
    Array.from({ length: 5 }, () => 'Rename getCwd in utils.py'),
  );
  const { page, assertQuiet } = await newPage(t, browser);
  await openDecisions(page, daemon);
  await extent(page).getByText('The newest 100 of 125 decisions in the log.').waitFor();
  t.equal(await rows(page).count(), 96, 'five that are alike are one line');
  const more = page.getByRole('button', { name: 'and 4 more alike' });
  await more.click();
  await rows(page).nth(99).waitFor();
  await page.getByRole('button', { name: 'fold' }).click();
  await more.waitFor();
  await page.getByRole('button', { name: 'Show older' }).click();
  await extent(page).getByText('All 125 decisions in the log.').waitFor();
  await decideAll(daemon, ['Debug one more', 'Debug another']);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await extent(page).getByText('All 127 decisions in the log.').waitFor();
  const tasks = await rows(page).locator('.choose').allInnerTexts();
  t.strictSame(tasks, [
    'Debug another',
    'Debug one more',
    'Rename getCwd in utils.py',
    ...Array.from({ length: 120 }, (_, index) => `Debug case ${119 - index}`),
  ]);
  assertQuiet(t);
});

browserTest('Decisions: one that is not loaded opens, one that is gone says so', async (t, browser) => {
  const daemon = await panelDaemon(t, { empty: true });
  await decideAll(daemon, ['Debug race condition in pool', 'Fix typo in a.py']);
  const { page, assertQuiet } = await newPage(t, browser);
  await page.goto(daemon.standalone);
  await page
    .getByRole('region', { name: 'Latest decisions' })
    .getByRole('button', { name: /race condition/ })
    .click();
  await detail(page).getByText('A rule about hard work decided').first().waitFor();
  await rows(page).first().waitFor();
  rmSync(join(resolveHermesPaths(daemon.home.env).stateDir, 'routes.jsonl'));
  await page.getByRole('button', { name: 'Fix typo in a.py' }).click();
  await page.getByText('The log no longer holds the decision').waitFor();
  assertQuiet(t, /404/);
});
