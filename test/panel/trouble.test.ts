import type { Route } from 'playwright-core';
import { browserTest, newPage } from './browser.ts';
import { openInHost } from './open-panel.ts';
import { openPolicy, save, sendTo } from './policy-view.ts';
import { panelDaemon } from './sample-home.ts';

browserTest('however long an answer asks to wait, the page waits, and not for ever', async (t, browser) => {
  const { standalone, port } = await panelDaemon(t, { empty: true });
  const { page, assertQuiet } = await newPage(t, browser);
  await page.clock.install();
  await page.goto(standalone);
  await page.getByRole('region', { name: 'Policy' }).waitFor();
  let asked = 0;
  const refuse = (route: Route) => {
    asked += 1;
    const body = '{"error":"slow down","code":"rate_limited","hint":""}';
    return route.fulfill({ status: 429, headers: { 'Retry-After': '99999999999' }, body });
  };
  await page.route(`http://127.0.0.1:${port}/status`, refuse);
  await page.clock.runFor(5_500);
  await page.getByText('was asked too often').waitFor();
  const before = asked;
  await page.clock.runFor(600_000);
  t.equal(asked, before, 'no question in ten minutes');
  await page.unroute(`http://127.0.0.1:${port}/status`);
  await page.clock.fastForward(3_600_000);
  await page.getByText('was asked too often').waitFor({ state: 'detached' });
  assertQuiet(t, /status of 429/);
});

browserTest('a question before a daemon that went away can be left', async (t, browser) => {
  const { host } = await panelDaemon(t, { empty: true });
  const { page, assertQuiet } = await newPage(t, browser);
  const frame = await openInHost(page, host);
  // The host shows the tabs beside the page.
  await page.locator('.hermes-smart-router-tabs').getByRole('tab', { name: 'Policy' }).click();
  const view = frame.locator('#panel-policy');
  const opener = view.getByRole('button', { name: 'Go one step back' });
  for (const leave of ['click', 'Escape']) {
    await opener.click();
    const dialog = view.getByRole('dialog');
    host.switches.reachable = false;
    await dialog.getByRole('button', { name: 'Go back' }).and(view.locator(':disabled')).waitFor();
    if (leave === 'click') await dialog.getByRole('button', { name: 'Leave it' }).click();
    else await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    host.switches.reachable = true;
    await opener.and(view.locator(':enabled')).waitFor();
  }
  assertQuiet(t, /status of 502/);
});

browserTest('what was read before a write does not take its place after it', async (t, browser) => {
  const daemon = await panelDaemon(t, { empty: true });
  const { page, assertQuiet } = await newPage(t, browser);
  await page.clock.install();
  const view = await openPolicy(page, daemon);
  await sendTo(view, 'hard-verbs', 'tier:T3');
  const dialogPlan = view.getByRole('button', { name: 'See what changes' });
  await dialogPlan.click();
  const dialog = view.getByRole('dialog');
  await dialog.waitFor();
  // A poll that is answered before the write, and arrives after it.
  const held: (() => Promise<void>)[] = [];
  await page.route(`http://127.0.0.1:${daemon.port}/policy`, async (route) => {
    const response = await route.fetch();
    if (held.length > 0) return route.fulfill({ response });
    held.push(() => route.fulfill({ response }));
  });
  while (held.length === 0) await page.clock.runFor(1_000);
  const written = page.waitForResponse(/\/apply$/);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await written;
  for (const answer of held) await answer();
  await view.getByText('Saved: router.yaml is written').waitFor();
  t.match(await view.locator('li[id="rule:hard-verbs"] .rule-then').innerText(), /tier T3/);
  await sendTo(view, 'hard-verbs', 'tier:T4');
  await save(view);
  assertQuiet(t);
});
