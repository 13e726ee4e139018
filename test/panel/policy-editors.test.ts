import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { Test } from 'tap';
import { until } from '../until.ts';
import { browserTest, newPage } from './browser.ts';
import { openInHost, sidewaysOverflow } from './open-panel.ts';
import { panelDaemon, SAMPLE_POLICY } from './sample-home.ts';

type Place = Pick<Page, 'getByRole' | 'getByText' | 'locator'>;

/** A card of the policy view by its title. */
const cardOf = (page: Place, title: string) => page.getByRole('region', { name: title, exact: true });

/** Looks at the changes, applies them, and waits until the file is another. */
async function save(page: Place, policyFile: string): Promise<string> {
  const before = readFileSync(policyFile, 'utf8');
  await page.getByRole('button', { name: 'See what changes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Apply', exact: true }).click();
  await until('the file is written', () => readFileSync(policyFile, 'utf8') !== before);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  return readFileSync(policyFile, 'utf8');
}

/** The lines that only one of two texts has, in order. */
function changedLines(t: Test, before: string, after: string): readonly (readonly string[])[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  t.equal(now.filter((line) => /^\s*#/.test(line)).length, old.filter((line) => /^\s*#/.test(line)).length, 'comments');
  let start = 0;
  while (old[start] === now[start] && start < old.length) start += 1;
  let end = 0;
  while (old.at(-1 - end) === now.at(-1 - end) && end < old.length - start) end += 1;
  return [old.slice(start, old.length - end), now.slice(start, now.length - end)].map((lines) =>
    lines.map((line) => line.trim()),
  );
}

browserTest('Policy: the hops of a tier in another order, by mouse', async (t, browser) => {
  const { standalone, policyFile } = await panelDaemon(t, { empty: true });
  const { page, assertQuiet } = await newPage(t, browser);
  await page.goto(standalone);
  await page.locator('#tab-policy').click();
  const tier = cardOf(page, 'T1');
  const hops = () => tier.getByRole('list', { name: 'Hops of T1, in order' }).locator('strong').allInnerTexts();
  await tier.getByRole('button', { name: 'Move up: mimo-v2.5 @ xiaomi' }).click();
  t.strictSame(await hops(), ['glm-5.3-flash @ zai', 'mimo-v2.5 @ xiaomi', 'gpt-5.6-luna @ openai-codex']);
  t.strictSame(changedLines(t, SAMPLE_POLICY, await save(page, policyFile)), [
    [
      '- model: gpt-5.6-luna',
      'provider: openai-codex',
      'billing_mode: subscription',
      '- model: mimo-v2.5',
      'provider: xiaomi',
      'billing_mode: metered',
    ],
    [
      '- model: mimo-v2.5',
      'provider: xiaomi',
      'billing_mode: metered',
      '- model: gpt-5.6-luna',
      'provider: openai-codex',
      'billing_mode: subscription',
    ],
  ]);

  const reordered = readFileSync(policyFile, 'utf8');
  await tier.getByRole('button', { name: 'Make it the first: gpt-5.6-luna @ openai-codex' }).click();
  await tier.getByLabel('Add to T1', { exact: true }).selectOption({ label: 'deepseek-v4-pro @ deepseek' });
  await tier.getByRole('button', { name: 'Add', exact: true }).click();
  t.strictSame(await hops(), [
    'gpt-5.6-luna @ openai-codex',
    'glm-5.3-flash @ zai',
    'mimo-v2.5 @ xiaomi',
    'deepseek-v4-pro @ deepseek',
  ]);
  const promoted = await save(page, policyFile);
  changedLines(t, reordered, promoted);
  t.match(promoted, / {2}T1:\n {4}model: gpt-5\.6-luna\n {4}provider: openai-codex\n {4}billing_mode: subscription\n/);
  t.match(promoted, /max_multiplier: 1\.5\n/, 'the settings of the tier stay');
  assertQuiet(t);
});

browserTest('Policy: a ban is added and lifted by keyboard alone', async (t, browser) => {
  const { standalone, policyFile } = await panelDaemon(t, { empty: true });
  const { page, assertQuiet } = await newPage(t, browser);
  await page.goto(standalone);
  await page.locator('#tab-policy').press('Enter');
  const bans = cardOf(page, 'Banned by hand');
  await bans.getByText('gpt-5.6-luna @ openai-codex').waitFor();
  await bans.getByLabel('Model', { exact: true }).focus();
  for (const text of ['mimo-v2.5', '', 'too slow']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await bans.getByText('mimo-v2.5, at every provider').waitFor();
  await page.getByRole('button', { name: 'See what changes' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Apply', exact: true }).press('Enter');
  await until('the ban is in the file', () =>
    /- model: mimo-v2\.5\n\s+reason: too slow/.test(readFileSync(policyFile, 'utf8')),
  );
  await bans.getByText('not saved yet').waitFor({ state: 'detached' });
  await bans.getByRole('button', { name: /^Lift the ban of mimo/ }).press('Enter');
  t.equal(await page.evaluate('document.activeElement.getAttribute("aria-label")'), 'Bans', 'the focus stays there');
  t.equal(await save(page, policyFile), SAMPLE_POLICY, 'byte for byte as it was');
  assertQuiet(t);
});

browserTest('Policy: a price window is added in the frame of the host, and taken back', async (t, browser) => {
  const { host, policyFile } = await panelDaemon(t, { empty: true });
  const { page, assertQuiet } = await newPage(t, browser, { width: 375, height: 740 });
  const panel = await openInHost(page, host);
  await panel.locator('#tab-policy').click();
  const prices = cardOf(panel, 'Price windows of gpt-5.5');
  await prices.getByText('×1 at every hour.').waitFor();
  await prices.getByRole('button', { name: 'Add a window' }).click();
  await prices.getByLabel('Factor on the price').fill('none');
  await prices.getByText('The factor must be a number above 0').waitFor();
  t.ok(await prices.getByRole('button', { name: 'Add the window' }).isDisabled());
  await prices.getByLabel('Factor on the price').fill('0.5');
  await prices.getByRole('combobox', { name: 'From', exact: true }).selectOption('20');
  await prices.getByRole('combobox', { name: 'To', exact: true }).selectOption('24');
  await prices.getByRole('button', { name: 'Add the window' }).click();
  await prices.getByText('×0.5 from 20 to 24 UTC, Monday to Friday; ×1 otherwise.').waitFor();
  t.equal(await sidewaysOverflow(page), 0);
  const written = await save(panel, policyFile);
  t.match(written, /\nprice_windows:\n {2}gpt-5\.5:\n/);
  await prices.getByText('set in this policy').waitFor();
  await prices.getByRole('button', { name: 'Back to what is built in' }).click();
  await prices.getByText('They are shown once this is saved.').waitFor();
  t.notMatch(await save(panel, policyFile), /\n {2}gpt-5\.5:\n/);
  await prices.getByText('×1 at every hour.').waitFor();
  assertQuiet(t);
});

browserTest('Policy: settings of a tier, the classifier, compaction and the main switch', async (t, browser) => {
  const policy = SAMPLE_POLICY.replace('# signals:\n', 'signals:\n  hard: [flaky]\n');
  const { standalone, policyFile } = await panelDaemon(t, { empty: true, policy });
  const { page, assertQuiet } = await newPage(t, browser);
  await page.goto(standalone);
  await page.locator('#tab-policy').click();
  const tier = cardOf(page, 'T3');
  await tier.getByText('Settings of T3').press('Enter');
  await tier.getByLabel('Order of the fallbacks').selectOption('cheapest_now');
  const context = tier.getByLabel('Least context, in tokens');
  await context.fill('many');
  await context.press('Tab');
  await tier.getByText('Not changed: wanted is a whole number from 1 up').waitFor();
  await context.fill('');
  await context.press('Tab');
  await tier.getByRole('checkbox', { name: 'zai' }).press('Space');

  const classifier = cardOf(page, 'Classifier');
  await classifier.getByRole('button', { name: 'Move up: deepseek-v4-flash @ deepseek' }).press('ArrowUp');
  t.equal(
    await page.evaluate('document.activeElement.getAttribute("aria-label")'),
    'Move down: deepseek-v4-flash @ deepseek',
    'the focus goes with the hop',
  );
  await classifier.getByLabel('Seconds it may take').fill('5');
  const compaction = cardOf(page, 'Compaction');
  await compaction.getByText('Recorded, but not in effect by itself').waitFor();
  await compaction.getByLabel('What stands in for it').selectOption('tier:T2');
  await page.getByLabel('Route tasks by this policy').uncheck();
  await page.getByRole('button', { name: 'Show them' }).click();
  await page.getByText('hard flaky').waitFor();

  const written = await save(page, policyFile);
  for (const part of [
    /\nenabled: false\n/,
    /\n {2}T3:\n(?: {4}.*\n)* {4}fallback_strategy: cheapest_now\n/,
    /avoid_peak: \[deepseek\]\n/,
    /\nclassifier:\n {2}model: deepseek-v4-flash\n {2}provider: deepseek\n {2}chain:\n {4}- model: deepseek-v4-flash\n/,
    /timeout_seconds: 5 {2,}# whole chain/,
    /fallback_mode: tier:T2\n/,
  ])
    t.match(written, part);
  t.notMatch(written, /min_context: 200000|\n {4}requirements:/);
  changedLines(t, policy, written);
  await cardOf(page, 'Main switch').getByText('routing is off').waitFor();
  assertQuiet(t);
});
