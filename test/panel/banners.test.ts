import type { JsonObject } from '../../src/lib/json.ts';
import { browserTest, newPage } from './browser.ts';
import { panelDaemon } from './sample-home.ts';

browserTest('a restart and an upgrade while the page is open are said, and the page goes on', async (t, browser) => {
  const { standalone } = await panelDaemon(t, { empty: true });
  const { page, assertQuiet } = await newPage(t, browser);
  await page.clock.install();
  let changes: JsonObject = {};
  await page.route('**/status', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...changes } });
  });
  await page.goto(standalone);
  await page.getByRole('region', { name: 'Policy' }).waitFor();
  t.equal(await page.locator('.banner').count(), 0);

  changes = { stale_code: true };
  await page.clock.runFor(6_000);
  await page.getByText('The router runs older code than is installed').waitFor();
  t.match(await page.locator('.banner').innerText(), /systemctl --user restart hermes-router-sidecar/);

  changes = { instance_id: 'another' };
  await page.clock.runFor(6_000);
  await page.getByText('The router was restarted while this page was open').waitFor();
  await page.getByRole('button', { name: 'Understood' }).click();
  await page.locator('.banner').waitFor({ state: 'detached' });
  assertQuiet(t);
});
