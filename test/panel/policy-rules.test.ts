import type { Page } from 'playwright-core';
import { browserTest, newPage } from './browser.ts';
import { sidewaysOverflow } from './open-panel.ts';
import { fileText, openPolicy, replacedIn, ruleRow, save, sendTo, shownOrder } from './policy-view.ts';
import { panelDaemon, SAMPLE_POLICY } from './sample-home.ts';

/** More presses than there are stops before anything that is looked for. */
const MOST_STOPS = 80;

/** Presses Tab until something with this name has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    await page.keyboard.press('Tab');
    const words = 'document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? ""';
    if (String(await page.evaluate(words)).startsWith(name)) return;
  }
  throw new Error(`the focus never came to ${name}`);
}

browserTest('Policy: a rule is moved and saved with the keyboard alone', async (t, browser) => {
  const daemon = await panelDaemon(t, { empty: true });
  const { page, assertQuiet } = await newPage(t, browser);
  const view = await openPolicy(page, daemon);
  await page.locator('#tab-policy').focus();
  await tabTo(page, 'Move hard-verbs: drag');
  await page.keyboard.press('Alt+ArrowUp');
  await view.getByText('hard-verbs is now rule 2 of 8').waitFor();
  await page.keyboard.press('Alt+ArrowUp');
  await view.getByText('hard-verbs is now rule 1 of 8').waitFor();
  await page.keyboard.press('Alt+ArrowUp');
  await view.getByText('hard-verbs is already the first rule').waitFor();
  t.strictSame((await shownOrder(view)).slice(0, 3), ['hard-verbs', 'trivial-mechanical-edit', 'adversarial-review']);
  t.ok(await page.locator('li[id="rule:hard-verbs"] [data-control=handle]:focus').count(), 'the focus went along');
  t.match(await view.getByRole('region', { name: 'Draft' }).innerText(), /1 change not saved yet/);

  await page.locator('#tab-policy').focus();
  await tabTo(page, '1 change to save');
  await page.keyboard.press('Enter');
  await tabTo(page, 'See what changes');
  await page.keyboard.press('Enter');
  await view.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('button.primary:focus', { hasText: 'See what changes' }).waitFor();
  await page.keyboard.press('Enter');
  await view.getByRole('dialog').waitFor();
  await tabTo(page, 'Apply');
  await page.keyboard.press('Enter');
  await view.getByText('Saved: router.yaml is written').waitFor();
  const text = fileText(daemon);
  t.ok(text.indexOf('- id: hard-verbs') < text.indexOf('- id: trivial-mechanical-edit'));
  t.match(text, /# debug, refactor, race condition[^\n]*\n\s+- id: hard-verbs/, 'its comment went along');
  t.strictSame(text.split('\n').sort(), SAMPLE_POLICY.split('\n').sort(), 'no line came or went');
  assertQuiet(t);
});

browserTest(
  'Policy: rules are switched off and on, moved by buttons and by dragging, and undone one by one',
  async (t, browser) => {
    const daemon = await panelDaemon(t, { empty: true });
    const { page, assertQuiet } = await newPage(t, browser);
    const view = await openPolicy(page, daemon);
    const draft = view.getByRole('region', { name: 'Draft' });
    const before = fileText(daemon);

    await view.getByLabel('review-request is on').uncheck();
    await save(view);
    t.match(fileText(daemon), /- id: review-request\n[\s\S]{0,200}enabled: false/);
    await ruleRow(view, 'review-request').getByText('off', { exact: true }).first().waitFor();
    await view.getByLabel('review-request is on').check();
    await save(view);
    t.match(fileText(daemon), /- id: review-request\n[\s\S]{0,200}enabled: true/);
    t.equal(fileText(daemon).replace(/ {4}enabled: true\n/, ''), before, 'nothing else is another');

    await view.getByLabel('Move vision-required up').click();
    await view.getByLabel('Move vision-required up').click();
    await sendTo(view, 'standard-implementation', 'deny');
    await view.getByLabel('adversarial-review is on').uncheck();
    t.match(await draft.innerText(), /3 changes not saved yet/);
    await draft.getByRole('button', { name: 'Undo standard-implementation' }).click();
    await draft.getByRole('button', { name: 'Undo vision-required' }).click();
    t.match(await draft.innerText(), /1 change not saved yet[\s\S]*adversarial-review: switched off/);
    await view.getByLabel('adversarial-review is on').check();
    await draft.getByText('not saved yet').waitFor({ state: 'detached' });

    const handle = ruleRow(view, 'huge-context-read').locator('[data-control=handle]');
    await handle.dragTo(ruleRow(view, 'trivial-mechanical-edit'), { targetPosition: { x: 200, y: 4 } });
    await draft.getByText('huge-context-read: moved before trivial-mechanical-edit').first().waitFor();
    t.equal((await shownOrder(view))[0], 'huge-context-read');
    assertQuiet(t);
  },
);

browserTest('Policy: a fixed model, another profile, the default; on a phone in the dark', async (t, browser) => {
  const daemon = await panelDaemon(t, { empty: true });
  const { page, assertQuiet } = await newPage(t, browser, { width: 375, height: 740, colorScheme: 'dark' });
  const view = await openPolicy(page, daemon);
  const before = fileText(daemon);
  t.equal(await sidewaysOverflow(page), 0);
  const row = ruleRow(view, 'huge-context-read');
  await sendTo(view, 'huge-context-read', 'model');
  await row.getByLabel('Use as the fixed model').selectOption({ label: 'deepseek-v4-pro @ deepseek' });
  await row.getByRole('button', { name: 'Use', exact: true }).click();
  await row.getByText('profile coder, deepseek-v4-pro @ deepseek').waitFor();
  await view.getByRole('region', { name: 'Default' }).getByLabel('Sent to').selectOption('tier:T2');
  t.equal(await sidewaysOverflow(page), 0, 'with a draft');
  await view.getByRole('button', { name: 'See what changes' }).click();
  const dialog = view.getByRole('dialog');
  await dialog.waitFor();
  t.equal(await sidewaysOverflow(page), 0, 'with the plan');
  const sideways =
    'const { scrollWidth, clientWidth } = document.querySelector("dialog[open]"); scrollWidth - clientWidth';
  t.equal(Number(await page.evaluate(sideways)), 0, 'in the plan');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await view.getByText('Saved: router.yaml is written').waitFor();
  const withModel = replacedIn(
    before,
    '- id: huge-context-read',
    'model: T3',
    'model: deepseek-v4-pro\n      provider: deepseek',
  );
  t.equal(fileText(daemon), replacedIn(withModel, '\ndefault:\n', 'action: classify', 'model: T2'));
  assertQuiet(t);
});
