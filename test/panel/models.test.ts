import type { Page } from 'playwright-core';
import { until } from '../until.ts';
import { browserTest, newPage } from './browser.ts';
import { sidewaysOverflow } from './open-panel.ts';
import { panelDaemon, SAMPLE_POLICY } from './sample-home.ts';

const cardOf = (page: Page, model: string) =>
  page.locator('#panel-models article').filter({ has: page.getByRole('heading', { name: model, exact: true }) });

browserTest('Models: how each stands, what it costs, and who uses it', async (t, browser) => {
  const { standalone } = await panelDaemon(t, { empty: true });
  const { page, assertQuiet } = await newPage(t, browser);
  await page.goto(standalone);
  await page.locator('#tab-models').click();

  const cooling = cardOf(page, 'deepseek-v4-pro');
  await cooling.getByText(/Cooling down after quota exhausted, tried again in \d+ min/).waitFor();
  const pro = await cooling.innerText();
  for (const part of [
    /quota used up/,
    /Next: ×\d.* your time \(\d\d:00 UTC\)/s,
    /Hours last checked on \d{4}-/,
    /2nd in T4/,
  ])
    t.match(pro, part);
  t.match(await cardOf(page, 'gpt-5.6-luna').innerText(), /banned[\s\S]*Banned by hand: quota used up until Monday/);
  const head = await cardOf(page, 'gpt-5.5').innerText();
  for (const part of [
    /alive/,
    /first in T4, for adversarial-review, hard-verbs/,
    /images: yes/,
    /\$5\b/,
    /context window\s+1,050,000/,
  ])
    t.match(head, part);
  t.match(await cardOf(page, 'glm-4.5-flash').innerText(), /no reading[\s\S]*not published[\s\S]*first in compaction/);
  const summary = await page.getByRole('region', { name: 'How they stand' }).innerText();
  for (const part of [/worst: banned/, /banned 1/, /alive 5/, /hour that began at \d\d:00 UTC/]) t.match(summary, part);

  const shown = () => page.locator('#panel-models article').count();
  const named = await shown();
  await page.getByLabel(/^Show/).selectOption('all');
  await until('all are shown', async () => (await shown()) > named + 20);
  t.match(await page.locator('#panel-models').innerText(), /Known, but the policy does not name it/);
  await page.getByLabel('Find').fill('HARD-verbs');
  await page.getByText('1 model shown').waitFor();
  await page.getByLabel('Find').fill('no such model');
  await page.getByText('None matches.').waitFor();
  await page.getByLabel('Find').fill('');
  await cardOf(page, 'gpt-5.5').getByRole('button', { name: 'hard-verbs' }).press('Enter');
  await page.locator('#tab-policy[aria-selected=true]').waitFor();
  assertQuiet(t);
});

browserTest('Models: one that nobody describes, on a phone in the dark', async (t, browser) => {
  const policy = SAMPLE_POLICY.replace('model: mimo-v2.5', 'model: my-own-model');
  const { standalone } = await panelDaemon(t, { empty: true, policy });
  const { page, assertQuiet } = await newPage(t, browser, { width: 375, height: 740, colorScheme: 'dark' });
  await page.goto(standalone);
  await page.locator('#tab-models').click();
  await page.getByText('1 model of the policy nobody describes.').waitFor();
  const view = await page.locator('#panel-models').innerText();
  for (const part of [/goes UNCHECKED/, /context_window: 131072/]) t.match(view, part);
  t.match(await cardOf(page, 'my-own-model').innerText(), /What it can do and costs is not known/);
  await page.getByLabel(/^Show/).selectOption('all');
  t.equal(await sidewaysOverflow(page), 0);
  assertQuiet(t);
});
