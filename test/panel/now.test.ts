import { browserTest, newPage } from './browser.ts';
import { sidewaysOverflow } from './open-panel.ts';
import { panelDaemon } from './sample-home.ts';

browserTest('Now: the state of the daemon with its windows', async (t, browser) => {
  const { standalone, port } = await panelDaemon(t);
  const { page, assertQuiet } = await newPage(t, browser);
  await page.goto(standalone);
  const card = (name: string) => page.getByRole('region', { name });

  await card('Policy').getByText('the file on disk').waitFor();
  t.match(await card('Policy').innerText(), /routing is on/);
  const breaker = await card('Breakers').innerText();
  t.match(breaker, /deepseek-v4-pro@deepseek/);
  t.match(breaker, /tried again in \d+ min/, 'a countdown');
  t.match(breaker, /quota_exhausted, weight 10 of \d+ in the last 10 min/);
  t.match(breaker, /1 banned by hand/);
  t.match(await card('Classifier').innerText(), /How the last \d+ of at most 50 calls ended/);
  t.match(await card('Decision log').innerText(), /written\s+\d+[\s\S]*Since/);
  t.match(await card('Jobs').innerText(), /1 of 4 running, 0 waiting/);
  t.match(await card('Latest decisions').innerText(), /in the log/);

  await card('Doctor').getByRole('button', { name: 'Run the checks' }).click();
  await card('Doctor').locator('li').first().waitFor();
  t.ok((await card('Doctor').locator('li').count()) > 8);

  t.equal(page.url(), `http://127.0.0.1:${port}/console#now`, 'the token has left the address');
  await page.reload();
  await card('Policy').getByText('the file on disk').waitFor();
  assertQuiet(t);
});

browserTest('Now: tabs by keyboard, on a phone, in the dark, without motion', async (t, browser) => {
  const { standalone } = await panelDaemon(t, { empty: true });
  const { page, assertQuiet } = await newPage(t, browser, {
    width: 375,
    height: 740,
    colorScheme: 'dark',
    reducedMotion: 'reduce',
  });
  await page.goto(standalone);
  await page.locator('#tab-now').focus();
  for (const next of ['try', 'policy', 'decisions', 'jobs', 'models', 'now']) {
    await page.keyboard.press('ArrowRight');
    await page.locator(`#tab-${next}[aria-selected=true]:focus`).waitFor();
    await page.locator(`#panel-${next}`).waitFor();
    t.equal(await sidewaysOverflow(page), 0, `${next} fits`);
  }
  await page.keyboard.press('End');
  await page.locator('#tab-models[aria-selected=true]').waitFor();
  const none = await page.locator('#panel-now').innerText();
  t.match(none, /No job is kept[\s\S]*hermes-router run/);
  t.match(none, /No decision is recorded yet/);
  assertQuiet(t);
});

browserTest('Now: without a token, and with a wrong one', async (t, browser) => {
  const { port, token } = await panelDaemon(t, { empty: true });
  const { page, assertQuiet } = await newPage(t, browser);
  await page.goto(`http://127.0.0.1:${port}/console`);
  await page.getByRole('heading', { name: 'This page needs the token of the router' }).waitFor();
  await page.getByLabel('Token').fill('not-the-token');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'The router does not accept this token' }).waitFor();
  await page.getByLabel('Token').fill(`  ${token}\n`);
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Policy' }).waitFor();
  t.notOk(page.url().includes(token));
  assertQuiet(t, /401/);
});
