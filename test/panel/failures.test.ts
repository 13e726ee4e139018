import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { browserTest, newPage } from './browser.ts';
import { openInHost } from './open-panel.ts';
import { panelDaemon } from './sample-home.ts';

const REFUSALS = /status of (401|403|502|503)/;

browserTest('P-05 each cause in its own words, and back again without a reload', async (t, browser) => {
  const { host, home, policyFile } = await panelDaemon(t, { empty: true });
  const { page, assertQuiet } = await newPage(t, browser);
  await page.clock.install();
  const frame = await openInHost(page, host);
  const banner = frame.locator('.banners');
  const policy = frame.getByRole('region', { name: 'Policy' });
  await policy.waitFor();
  /** A minute passes: longer than the longest pause between two tries. */
  const wait = () => page.clock.fastForward(61_000);
  const says = async (what: RegExp, cure: RegExp) => {
    await wait();
    await banner.getByText(what).waitFor();
    t.match(await banner.innerText(), cure);
    t.ok(await policy.isVisible(), 'what was read last is still there');
  };
  const recovers = async () => {
    await wait();
    await banner.getByRole('alert').locator('p').waitFor({ state: 'detached' });
  };

  host.switches.reachable = false;
  await says(/cannot reach the router/, /systemctl --user start hermes-router-sidecar/);
  host.switches.reachable = true;
  await recovers();

  host.switches.consent = false;
  await says(/may not talk to the router yet/, /Approve proxy consent/);
  host.switches.consent = true;
  await recovers();

  host.switches.signedIn = false;
  await says(/session with Hermes One has ended/, /sign in again/);
  host.switches.signedIn = true;
  await recovers();

  writeFileSync(home.tokenFile, 'another-token-of-the-host');
  await wait();
  t.equal(await banner.getByRole('alert').locator('p').count(), 0, 'a rotated token is followed by both sides');

  renameSync(policyFile, `${policyFile}.aside`);
  writeFileSync(policyFile, 'rules: [\n');
  await wait();
  await banner.getByText('router.yaml has an error').waitFor();
  t.match(
    await banner.innerText(),
    /could not load router config[\s\S]*last good one|last good one[\s\S]*could not load/,
  );
  rmSync(policyFile);
  renameSync(`${policyFile}.aside`, policyFile);
  await wait();
  await banner.getByText('router.yaml has an error').waitFor({ state: 'detached' });
  assertQuiet(t, REFUSALS);
});

browserTest('P-05 a page that is refused asks less and less often', async (t, browser) => {
  const { standalone, port } = await panelDaemon(t, { empty: true });
  const { page, assertQuiet } = await newPage(t, browser);
  await page.clock.install();
  await page.goto(standalone);
  await page.getByRole('region', { name: 'Policy' }).waitFor();
  let asked = 0;
  await page.route(`http://127.0.0.1:${port}/status`, (route) => {
    asked += 1;
    return route.fulfill({
      status: 503,
      contentType: 'application/json',
      body: '{"error":"sidecar token not provisioned","code":"token_not_provisioned"}',
    });
  });
  await page.clock.runFor(5_500);
  await page.getByText('The token file is missing').waitFor();
  t.match(await page.locator('.banners').innerText(), /install --standalone/);
  const before = asked;
  // 5 s, 10 s, 20 s, 40 s after a failure: four more questions in the next 80 s, where a steady poll would ask sixteen.
  for (let second = 0; second < 80; second += 5) await page.clock.runFor(5_000);
  t.ok(asked > before, `${asked - before} questions`);
  t.ok(asked - before <= 5, `${asked - before} questions in 80 s`);
  assertQuiet(t, /status of 503/);
});
