import type { Page } from 'playwright-core';
import { until } from '../until.ts';
import { browserTest, newPage } from './browser.ts';
import { sidewaysOverflow } from './open-panel.ts';
import { panelDaemon } from './sample-home.ts';
import { SAMPLE_JOBS } from './sample-tasks.ts';

const rowOf = (page: Page, prompt: string) => page.locator('.job-row', { hasText: prompt });
const details = (page: Page) => page.getByRole('region', { name: 'The open job' });
const linesOf = (page: Page) => page.locator('.job-output').innerText();

browserTest('Jobs: a running one is followed live, and stopped by keyboard alone', async (t, browser) => {
  const { standalone, jobs, send } = await panelDaemon(t);
  const { page, assertQuiet } = await newPage(t, browser);
  await page.goto(standalone);
  await page.locator('#tab-now').focus();
  for (let steps = 0; steps < 4; steps++) await page.keyboard.press('ArrowRight');
  const row = rowOf(page, SAMPLE_JOBS.running.prompt);
  await row.focus();
  await page.keyboard.press('Enter');

  await page.locator('.job-output', { hasText: 'Starting with the first file.' }).waitFor();
  await details(page)
    .getByText(/^running for /)
    .waitFor();
  const before = (await linesOf(page)).split('\n').length;
  await until('more is printed', async () => (await linesOf(page)).split('\n').length > before + 20);
  const box = 'document.querySelector(".job-output")';
  const fromEnd = async () =>
    Number(await page.evaluate(`${box}.scrollHeight - ${box}.scrollTop - ${box}.clientHeight`));
  await until('the end is in view', async () => (await fromEnd()) < 24);

  await page.locator('.job-output').focus();
  await page.keyboard.press('Home');
  const follow = details(page).getByRole('button', { name: 'Follow' });
  await follow.waitFor();
  t.ok((await fromEnd()) > 24, 'the reader stays where they have scrolled to');
  await follow.press('Enter');
  await until('the end is in view', async () => (await fromEnd()) < 24);
  await follow.waitFor({ state: 'detached' });

  const stop = details(page).getByRole('button', { name: 'Stop this job' });
  await stop.press('Enter');
  await page.getByRole('dialog', { name: 'Stop this job?' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await details(page).locator('button:focus', { hasText: 'Stop this job' }).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('dialog[open] button:focus', { hasText: 'Leave it running' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');

  await details(page).getByText('It did not succeed: it was cancelled.').waitFor();
  await details(page).getByText('The output is finished.').waitFor();
  await details(page).getByRole('status').getByText('The open job is cancelled.').waitFor({ state: 'attached' });
  await row.getByText('cancelled').waitFor();
  t.match(await details(page).innerText(), /told to stop|ended/);
  t.match((await send(`GET /jobs/${jobs.running}`)).json, { job: { state: 'cancelled' } });
  assertQuiet(t);
});

browserTest('Jobs: what a job prints is text, whatever it says', async (t, browser) => {
  const { standalone } = await panelDaemon(t);
  const { page, assertQuiet } = await newPage(t, browser);
  await page.goto(standalone);
  await page.locator('#tab-jobs').click();
  await rowOf(page, 'Print the colours').click();
  await details(page).getByText('The output is finished.').waitFor();
  const text = await linesOf(page);
  t.match(text, 'red and green link\n');
  t.match(text, '</script><script>alert(4)</script> &amp; <b>done</b>');
  await details(page).getByLabel('Stream').selectOption('stderr');
  await page.locator('.job-output', { hasText: 'warning: </script><script>alert(3)</script>' }).waitFor();
  await details(page).getByLabel('Stream').selectOption('stdout');
  await page.locator('.job-output', { hasText: '"type":"result"' }).waitFor();
  t.equal(await page.locator('#panel-jobs').locator('script, img, b').count(), 0, 'nothing of it became an element');
  t.match(await details(page).innerText(), /There is none to show: the caller fixed the profile/);
  assertQuiet(t);
});

browserTest('Jobs: how each ended, in words, with its decision', async (t, browser) => {
  const { standalone, jobs } = await panelDaemon(t);
  const { page, assertQuiet } = await newPage(t, browser);
  await page.goto(standalone);
  await page.locator('#tab-jobs').click();

  await rowOf(page, SAMPLE_JOBS.failed.prompt).click();
  await details(page).getByText('It did not succeed: it ended with an error code.').waitFor();
  const failed = await details(page).innerText();
  for (const part of [/Asking again the same way will not help/, /the working tree is not clean/, /exit code 1/])
    t.match(failed, part);
  await details(page).getByRole('button', { name: 'Copy' }).click();
  await details(page)
    .getByRole('status')
    .getByText(/Copied|selected/)
    .waitFor();

  await page.getByLabel('State').selectOption('failed');
  await until('one is left', async () => (await page.locator('.job-row').count()) === 1);
  await page.getByText('1 failed job; the last 500 of 7 days are kept').waitFor();
  await page.getByLabel('State').selectOption('lost');
  await page.getByText('No job that is kept is in the state lost.').waitFor();
  await details(page).getByText('It did not succeed').waitFor();
  await page.getByLabel('State').selectOption('');

  await rowOf(page, SAMPLE_JOBS.succeeded.prompt).click();
  await details(page).getByText('It succeeded.').waitFor();
  await details(page).getByText('The rule trivial-mechanical-edit decided.').waitFor();

  // A job that is asked for and no longer kept: the daemon's own answer, in words.
  await page.route(`**/jobs/${jobs.hostile}`, (route) =>
    route.continue({ url: route.request().url().replace(String(jobs.hostile), 'dp_000000000000') }),
  );
  await rowOf(page, 'Print the colours').click();
  await details(page).getByText('Unknown job. The last 500 jobs of the last 7 days are kept.').waitFor();
  await details(page).getByRole('button', { name: 'Show the decision' }).waitFor({ state: 'detached' });

  await rowOf(page, SAMPLE_JOBS.succeeded.prompt).click();
  await details(page).getByRole('button', { name: 'Show the decision' }).click();
  await page.locator('#tab-decisions[aria-selected=true]').waitFor();
  assertQuiet(t, /404/);
});

browserTest('Jobs: on a phone the open job takes the place of the list', async (t, browser) => {
  const { standalone } = await panelDaemon(t);
  const { page, assertQuiet } = await newPage(t, browser, { width: 375, height: 740 });
  await page.goto(standalone);
  const fromNow = page.getByRole('button', { name: SAMPLE_JOBS.failed.prompt });
  await fromNow.click();
  await details(page).locator('h2:focus', { hasText: SAMPLE_JOBS.failed.prompt }).waitFor();
  await details(page).getByText('The output is finished.').waitFor();
  t.equal(await rowOf(page, SAMPLE_JOBS.failed.prompt).isVisible(), false);
  t.equal(await sidewaysOverflow(page), 0, 'the job fits');
  await details(page).getByRole('button', { name: 'Close' }).press('Enter');
  await page.locator('.job-row:focus', { hasText: SAMPLE_JOBS.failed.prompt }).waitFor();
  t.equal(await sidewaysOverflow(page), 0, 'the list fits');
  assertQuiet(t);
});

browserTest('Jobs: without any, it says how one is started', async (t, browser) => {
  const { standalone } = await panelDaemon(t, { empty: true });
  const { page, assertQuiet } = await newPage(t, browser);
  await page.goto(standalone);
  await page.locator('#tab-jobs').click();
  await page.locator('#panel-jobs').getByText('hermes-router run "Your task"').waitFor();
  assertQuiet(t);
});
