import { writeFileSync } from 'node:fs';
import { browserTest, newPage } from './browser.ts';
import { openInHost } from './open-panel.ts';
import { fileText, openPolicy, plan, replacedIn, ruleRow, save, sendTo, showPolicy } from './policy-view.ts';
import { panelDaemon, SAMPLE_POLICY } from './sample-home.ts';

browserTest(
  "Policy: inside Hermes One a write carries the host's token, and without it nothing is written",
  async (t, browser) => {
    const daemon = await panelDaemon(t, { empty: true });
    const { host } = daemon;
    // Narrow: where there is room the host shows the tabs, and the page does not.
    const { page, assertQuiet } = await newPage(t, browser, { width: 700 });
    const view = await showPolicy((await openInHost(page, host)).locator('body'));
    const before = fileText(daemon);
    await sendTo(view, 'hard-verbs', 'tier:T3');
    await save(view);
    const written = replacedIn(before, '- id: hard-verbs', 'model: T4', 'model: T3');
    t.equal(fileText(daemon), written);
    const writes = host.exchanges.filter(({ method }) => method === 'POST');
    t.strictSame(
      writes.map(({ path, headers }) => [path, headers['x-hermes-csrf-token']]),
      [
        ['/plan', host.session.csrfToken],
        ['/apply', host.session.csrfToken],
      ],
    );
    for (const { wireBytes } of host.exchanges) t.ok(wireBytes < 524_288);

    await page.evaluate('window.__HERMES_CONFIG__.csrfToken = "0".repeat(64)');
    await sendTo(view, 'hard-verbs', 'tier:T1');
    await view.getByRole('button', { name: 'See what changes' }).click();
    await view.getByText('Hermes One refused the request').waitFor();
    const said = await view.getByRole('region', { name: 'Draft' }).innerText();
    t.match(said, /open the panel again[\s\S]*Nothing was written, and the draft is kept[\s\S]*tier T1/);
    t.equal(fileText(daemon), written);
    assertQuiet(t, /403/);
  },
);

browserTest('Policy: the page in a tab of its own behind the proxy only reads, and says so', async (t, browser) => {
  const { host } = await panelDaemon(t, { empty: true });
  const { page, assertQuiet } = await newPage(t, browser);
  await page.goto(host.url);
  // From a page of the host, as a link there would: a request that names no page it comes from is refused.
  await page.goto(`${host.base}/console`, { referer: `${host.url}/` });
  const view = await showPolicy(page.locator('body'));
  await view.getByText('open the panel inside Hermes One').waitFor();
  t.ok(await view.getByLabel('hard-verbs is on').isDisabled());
  t.ok(await view.getByRole('button', { name: 'Go one step back' }).isDisabled());
  t.strictSame(
    host.exchanges.filter(({ method }) => method !== 'GET'),
    [],
  );
  assertQuiet(t);
});

browserTest('Policy: a file that cannot be loaded is not edited, and the draft outlives it', async (t, browser) => {
  const daemon = await panelDaemon(t, { empty: true });
  const { page, assertQuiet } = await newPage(t, browser);
  await page.clock.install();
  const view = await openPolicy(page, daemon);
  await view.getByLabel('review-request is on').uncheck();
  writeFileSync(daemon.policyFile, 'rules: [\n');
  await page.clock.runFor(11_000);
  await view.getByText('cannot be loaded, so it cannot be edited here').waitFor();
  t.ok(await view.getByRole('button', { name: 'See what changes' }).isDisabled());
  writeFileSync(daemon.policyFile, SAMPLE_POLICY);
  await page.clock.runFor(11_000);
  await ruleRow(view, 'review-request').waitFor();
  t.match(await view.getByRole('region', { name: 'Draft' }).innerText(), /review-request: switched off/);
  t.equal(await view.getByLabel('review-request is on').isChecked(), false);
  assertQuiet(t);
});

browserTest('Policy: one step back is a way out of a file that cannot be loaded', async (t, browser) => {
  const daemon = await panelDaemon(t, { empty: true });
  const { page, assertQuiet } = await newPage(t, browser);
  await page.clock.install();
  const view = await openPolicy(page, daemon);
  await view.getByLabel('review-request is on').uncheck();
  await save(view);
  writeFileSync(daemon.policyFile, 'rules: [\n');
  await page.clock.runFor(11_000);
  await view.getByText('Mend it in the file, or go one step back').waitFor();
  await view.getByRole('button', { name: 'Go one step back' }).click();
  await view.getByRole('dialog').getByRole('button', { name: 'Go back' }).click();
  await ruleRow(view, 'review-request').waitFor();
  t.equal(fileText(daemon), SAMPLE_POLICY);
  assertQuiet(t);
});

browserTest('Policy: an error of the file leads to its rule; a revert without history says so', async (t, browser) => {
  const rule = (id: string) =>
    `  - id: ${id}\n    when: {has_code: {eq: true}}\n    then: {profile: coder, model: T1}\n`;
  const policy = replacedIn(SAMPLE_POLICY, '\nrules:\n', '\nrules:\n', `\nrules:\n${rule('broad')}${rule('narrow')}`);
  const daemon = await panelDaemon(t, { empty: true, policy });
  const { page, assertQuiet } = await newPage(t, browser);
  await page.goto(daemon.standalone);
  await page.locator('.banners').getByRole('button', { name: 'Show the rule' }).first().click();
  await page.locator('li[id="rule:narrow"]:focus[data-marked]').waitFor();
  const view = page.locator('#panel-policy');
  t.match(await ruleRow(view, 'narrow').innerText(), /never reached[\s\S]*Rule 1 takes every task/);

  await view.getByRole('button', { name: 'Go one step back' }).click();
  await view.getByRole('dialog').getByRole('button', { name: 'Go back' }).click();
  await view.getByText('There is no step to go back to').waitFor();
  t.equal(fileText(daemon), policy);
  assertQuiet(t);
});

browserTest('Policy: going back does not take a newer edit along', async (t, browser) => {
  const daemon = await panelDaemon(t, { empty: true });
  const { page, assertQuiet } = await newPage(t, browser);
  const view = await openPolicy(page, daemon);
  await sendTo(view, 'hard-verbs', 'tier:T3');
  await (await plan(view)).getByRole('button', { name: 'Apply' }).click();
  await view.getByText('Saved: router.yaml is written').waitFor();
  await view.getByRole('button', { name: 'Go one step back' }).click();
  const theirs = `${fileText(daemon)}# theirs\n`;
  writeFileSync(daemon.policyFile, theirs);
  await view.getByRole('dialog').getByRole('button', { name: 'Go back' }).click();
  await view.getByText('Nothing was written.').waitFor();
  t.equal(fileText(daemon), theirs);
  assertQuiet(t, /409/);
});
