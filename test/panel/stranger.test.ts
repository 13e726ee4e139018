import { browserTest, newPage } from './browser.ts';
import { fileText, openPolicy, plan, sendTo } from './policy-view.ts';
import { panelDaemon } from './sample-home.ts';

/** An answer that a proxy might give by itself. */
const STRANGER = { status: 200, contentType: 'application/json', body: '{"ok": "yes"}' };

browserTest(
  'an answer that is not of the router is believed nowhere, and the draft outlives it',
  async (t, browser) => {
    const daemon = await panelDaemon(t, { empty: true });
    const { page, assertQuiet } = await newPage(t, browser);
    const view = await openPolicy(page, daemon);
    const before = fileText(daemon);
    const draft = view.getByRole('region', { name: 'Draft' });
    const refresh = page.getByRole('button', { name: 'Refresh' });
    const answers = (path: string) => `http://127.0.0.1:${daemon.port}${path}`;
    await sendTo(view, 'hard-verbs', 'tier:T3');
    for (const path of ['/status', '/policy', '/blocklist']) {
      await page.route(answers(path), (route) => route.fulfill(STRANGER));
      await refresh.click();
      await page.locator('.banners').getByText("is not one of the router's").waitFor();
      await page.unroute(answers(path));
      await refresh.and(page.locator(':enabled')).click();
      await page.locator('.banners').getByText("is not one of the router's").waitFor({ state: 'detached' });
    }
    const dialog = await plan(view);
    await page.route(answers('/apply'), (route) => route.fulfill(STRANGER));
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await draft.getByText('It is not known whether the file was written').waitFor();
    t.match(await draft.innerText(), /hard-verbs: profile coder, tier T3/);
    t.equal(fileText(daemon), before);
    assertQuiet(t);
  },
);

browserTest('the focus stays in the view when a dialog closes and what opened it is gone', async (t, browser) => {
  const mine = await panelDaemon(t, { empty: true });
  const { page, assertQuiet } = await newPage(t, browser);
  const view = await openPolicy(page, mine);
  await sendTo(view, 'hard-verbs', 'tier:T3');
  await plan(view);
  await page.keyboard.press('Escape');
  await view.getByRole('button', { name: 'See what changes' }).and(page.locator(':focus')).waitFor();
  const other = await newPage(t, browser);
  const theirs = await openPolicy(other.page, mine);
  await sendTo(theirs, 'hard-verbs', 'tier:T1');
  await (await plan(theirs)).getByRole('button', { name: 'Apply' }).click();
  await theirs.getByText('Saved: router.yaml is written').waitFor();
  await view.getByRole('button', { name: 'See what changes' }).click();
  const drift = view.getByRole('dialog', { name: 'The file has changed meanwhile' });
  await drift.getByText('Nothing of your draft is left').waitFor();
  await page.keyboard.press('Escape');
  await drift.waitFor({ state: 'detached' });
  await page.locator('#panel-policy:focus').waitFor();
  assertQuiet(t);
  other.assertQuiet(t);
});
