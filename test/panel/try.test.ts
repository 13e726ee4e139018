import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { browserTest, newPage } from './browser.ts';
import { openInHost, sidewaysOverflow } from './open-panel.ts';
import { panelDaemon, SAMPLE_POLICY } from './sample-home.ts';
import { HOSTILE_TASK } from './sample-tasks.ts';

/** By how much a document is wider than its window. */
const SIDEWAYS = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** Opens the view by itself and puts the cursor into the task. */
async function openTry(page: Page, standalone: string): Promise<void> {
  await page.goto(standalone);
  await page.locator('#tab-now').focus();
  await page.keyboard.press('ArrowRight');
  await page.locator('#tab-try:focus').waitFor();
  await page.keyboard.press('Tab');
  await page.locator('textarea:focus').waitFor();
}

/** Asks for the task with the keyboard alone and answers what the view says. */
async function decide(page: Page, task: string): Promise<string> {
  await page.keyboard.press('Control+A');
  await page.keyboard.type(task);
  await page.keyboard.press('Control+Enter');
  await page.locator('.asked', { hasText: task }).waitFor();
  return page.locator('#panel-try').innerText();
}

browserTest('Try: the three tasks of the table, by keyboard alone', async (t, browser) => {
  const { standalone } = await panelDaemon(t, { empty: true });
  const { page, assertQuiet } = await newPage(t, browser);
  await openTry(page, standalone);
  for (const [task, ...expected] of [
    [
      'Rename getCwd in utils.py',
      /Profile coder, tier T1: glm-5\.3-flash @ zai, by the rule\s+trivial-mechanical-edit/,
      /kind of its verbs is trivial\s+has code\s+lines of code it speaks of is at most 40 \(it is 0\)/,
      /None stands above it/,
    ],
    [
      'Debug race condition in pool',
      /Profile coder, tier T4: gpt-5\.5 @ openai-codex, by the rule\s+hard-verbs/,
      /Sized from the task alone: 28 characters, about 8 input tokens/,
      /trivial-mechanical-edit: it wants: kind of its verbs is trivial; here: it is hard\s+Nearest change: verb_class = trivial/,
      /Blocked now: deepseek-v4-pro @ deepseek/,
    ],
    [
      'Review PR for security',
      /Profile reviewer; the classifier picks the tier, by the rule\s+review-request/,
      /Without an answer of the classifier: profile reviewer, glm-5\.3-flash @ zai \(fail_safe\)/,
      /Queue without a classifier/,
    ],
  ] as const) {
    const said = await decide(page, task);
    for (const pattern of expected) t.match(said, pattern, task);
  }
  await page.getByText('Everything that was measured').click();
  t.match(await page.getByRole('row', { name: /est_input_tokens/ }).innerText(), /estimated input tokens\s+\d+/);
  await page.locator('.verdict').getByRole('button', { name: 'review-request' }).click();
  await page.locator('#tab-policy[aria-selected=true]').waitFor();
  assertQuiet(t);
});

browserTest('Try: the text that the model will read is what is measured', async (t, browser) => {
  const { standalone } = await panelDaemon(t, { empty: true });
  const { page, assertQuiet } = await newPage(t, browser);
  await openTry(page, standalone);
  await page.getByText('What the model will read').click();
  await page.getByLabel('The whole text').fill('lorem ipsum '.repeat(40_000));
  await page.getByRole('button', { name: 'Decide' }).click();
  t.equal(await page.locator('.verdict').count(), 0, 'a task is required');
  await page.getByLabel('Task', { exact: true }).fill('Summarize this');
  await page.getByRole('button', { name: 'Decide' }).click();
  await page
    .getByText(/Sized from what the model will read: 480,000 characters, about 1\d\d,\d{3} input tokens/)
    .waitFor();
  assertQuiet(t);
});

browserTest('Try: another hour has another price', async (t, browser) => {
  const { standalone } = await panelDaemon(t, { empty: true });
  const { page, assertQuiet } = await newPage(t, browser, { timezoneId: 'Asia/Kolkata' });
  await openTry(page, standalone);
  const day = nextTuesday(new Date()).toISOString().slice(0, 10);
  await page.getByLabel('When').selectOption(day);
  const hop = page.getByRole('row', { name: /deepseek-v4-pro @ deepseek/ });
  const priceAt = async (hour: string) => {
    await page.getByLabel('Hour').selectOption(`${day}T${hour}:00:00.000Z`);
    await page.getByLabel('Task', { exact: true }).fill('Debug race condition in pool');
    await page.getByRole('button', { name: 'Decide' }).click();
    await page.getByText(`${hour}:00 UTC on a Tuesday`).waitFor();
    const cells = await hop.getByRole('cell').allInnerTexts();
    return cells.slice(2);
  };
  const [base] = await priceAt('12');
  t.match(base, /^\$\d/);
  t.match(await page.locator('#panel-try').innerText(), /12:00 UTC \(17:30 here\)/, 'the clock of the reader');
  const [peak, , factor] = await priceAt('07');
  t.equal(factor, '×2');
  t.equal(Number(peak?.slice(1)), Number(base?.slice(1)) * 2);
  t.match(await page.locator('.chain-plan').innerText(), /charges more at this hour/);
  await page.getByLabel('When').selectOption('');
  await page.getByLabel('Hour').waitFor({ state: 'detached' });
  assertQuiet(t);
});

browserTest('Try: what cannot be decided says why and what to do', async (t, browser) => {
  const { standalone, policyFile } = await panelDaemon(t, { empty: true });
  const { page, assertQuiet } = await newPage(t, browser);
  await openTry(page, standalone);
  await page.getByLabel('Task', { exact: true }).fill('x'.repeat(8193));
  await page.getByRole('button', { name: 'Decide' }).click();
  await page.getByText('Task exceeds 8192 characters.').waitFor();
  await page.getByText('Keep the task to its goal').waitFor();

  writeFileSync(policyFile, SAMPLE_POLICY.replace('model: T4', 'model: T9'));
  await page.getByLabel('Task', { exact: true }).fill('Debug it');
  await page.getByRole('button', { name: 'Decide' }).click();
  await page.getByText('Router policy is invalid.').waitFor();
  await page.locator('#panel-try').getByRole('button', { name: 'Open the policy' }).click();
  await page.locator('#tab-policy[aria-selected=true]').waitFor();

  await page.getByRole('tab', { name: 'Try' }).click();
  writeFileSync(policyFile, 'rules: [');
  await page.getByRole('button', { name: 'Decide' }).click();
  await page.getByText('Decided by the last good policy').waitFor();
  assertQuiet(t, /400/);
});

browserTest('Try: in the host on a phone, without a trace in its log', async (t, browser) => {
  const { host } = await panelDaemon(t, { empty: true, theme: 'dark' });
  const { page, assertQuiet } = await newPage(t, browser, { width: 375, height: 740 });
  const frame = await openInHost(page, host);
  await frame.getByRole('tab', { name: 'Try' }).click();
  const task = `${HOSTILE_TASK} ${'x'.repeat(400)}`;
  await frame.getByLabel('Task', { exact: true }).fill(task);
  await frame.getByRole('button', { name: 'Decide' }).click();
  await frame.locator('.verdict').waitFor();
  await frame.locator('.hops tbody tr').first().waitFor();
  t.equal(await frame.locator('img').count(), 0, 'text stays text');
  const width = await frame.locator('html').evaluate(SIDEWAYS);
  t.equal(width, 0, 'the frame does not scroll sideways');
  t.equal(await sidewaysOverflow(page), 0);
  const asked = host.exchanges.filter(({ path }) => path.startsWith('/trace'));
  t.strictSame(
    asked.map(({ method, path, status }) => [method, path, status]),
    [['POST', '/trace', 200]],
    'the host writes queries into its log',
  );
  assertQuiet(t);
});

/** A Tuesday from tomorrow to a week from now. */
function nextTuesday(now: Date): Date {
  const ahead = (2 - now.getUTCDay() + 7) % 7 || 7;
  return new Date(now.getTime() + ahead * 86_400_000);
}
