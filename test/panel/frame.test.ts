import type { Frame, Page } from 'playwright-core';
import { browserTest, newPage } from './browser.ts';
import { MOST_ANSWER_BYTES } from './host/proxy.ts';
import type { HostSwitches } from './host.ts';
import { openInHost } from './open-panel.ts';
import { panelDaemon } from './sample-home.ts';

const FRAME = 'iframe[title="Smart Router"]';
const LABELS = ['Now', 'Try', 'Policy', 'Decisions', 'Jobs', 'Models'];

/** The frame as something that can be asked, unlike its locator. */
async function frameOf(page: Page): Promise<Frame> {
  const frame = await (await page.locator(FRAME).elementHandle())?.contentFrame();
  if (!frame) throw new Error('there is no frame');
  return frame;
}

/** Goes to another view of the host and comes back, and waits until the page was fetched, or not, and the script has seen it. */
async function openAgain(page: Page): Promise<void> {
  await page.locator('#nav .chat-nav').click();
  await page.locator(FRAME).waitFor({ state: 'hidden' });
  const answered = page.waitForResponse('**/sidecar/console');
  await page.locator('#nav .hermes-smart-router-nav').click();
  await (await answered).finished();
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
}

browserTest('the page runs in the frame of the host, and the host shows its tabs', async (t, browser) => {
  const { host } = await panelDaemon(t);
  const { page, assertQuiet } = await newPage(t, browser);
  const inside = await openInHost(page, host);
  const frame = await frameOf(page);
  t.equal(frame.url(), 'about:srcdoc');
  t.equal(await frame.evaluate('self.origin'), host.url, 'it has the origin of the host');
  t.match(host.exchanges[0], { method: 'GET', path: '/console', status: 200, headers: { accept: 'text/html' } });
  for (const { path, wireBytes } of host.exchanges) t.ok(wireBytes < MOST_ANSWER_BYTES, `${path}: ${wireBytes} bytes`);

  const sidebar = page.getByRole('tablist', { name: 'Smart Router' });
  const selected = sidebar.locator('[aria-selected=true]');
  t.strictSame(await sidebar.getByRole('tab').locator('span:first-child').allInnerTexts(), LABELS);
  t.match(await selected.innerText(), /^Now/);
  for (const label of ['Decisions', 'Models']) {
    await sidebar.getByRole('tab', { name: label }).click();
    await inside.locator(`#tab-${label.toLowerCase()}[aria-selected=true]`).waitFor({ state: 'attached' });
    t.match(await selected.innerText(), new RegExp(`^${label}`));
  }
  await frame.evaluate('document.getElementById("tab-try").click()');
  await sidebar.locator('[data-tab=try][aria-selected=true]').waitFor();
  await page.keyboard.press('ArrowDown');
  await sidebar.locator('[data-tab=jobs]').getByText('1', { exact: true }).waitFor();
  t.equal(await inside.locator('#tab-jobs .count').textContent(), '1', 'the job that runs, there and here');
  assertQuiet(t);
});

browserTest('the page takes up the theme of the host, and its change', async (t, browser) => {
  const { host } = await panelDaemon(t, { empty: true });
  const { page, assertQuiet } = await newPage(t, browser);
  await openInHost(page, host);
  const frame = await frameOf(page);
  const colours = () =>
    frame.evaluate(`(() => {
      const page = getComputedStyle(document.documentElement);
      const heading = getComputedStyle(document.querySelector('h1'));
      return [page.getPropertyValue('--host-bg'), page.getPropertyValue('--host-color-scheme'), heading.color];
    })()`);
  t.strictSame(await colours(), ['#fefcf7', 'light', 'rgb(26, 22, 16)']);
  await page.evaluate('document.documentElement.dataset.theme = "dark"');
  await frame.waitForFunction('document.documentElement.style.getPropertyValue("--host-bg") === "#0d0d1a"');
  t.strictSame(await colours(), ['#0d0d1a', 'dark', 'rgb(255, 248, 220)']);
  assertQuiet(t);
});

browserTest('each reason why there is no page is said with its cure, and then there is one', async (t, browser) => {
  const { host, home, token } = await panelDaemon(t, { empty: true });
  const { page, assertQuiet } = await newPage(t, browser);
  await page.goto(host.url);
  const alert = page.locator('main').getByRole('alert');
  const set = (switches: Partial<HostSwitches>) => Object.assign(host.switches, switches);
  const rows: readonly (readonly [() => void, RegExp])[] = [
    [() => set({ consent: false }), /may not talk to the router yet[\s\S]*Approve proxy consent/],
    [() => set({ reachable: false }), /does not answer[\s\S]*systemctl --user start hermes-router-sidecar/],
    [() => set({ signedIn: false }), /session has ended[\s\S]*sign in again/],
    [() => home.writeToken('not a token'), /token file is missing[\s\S]*Approve the router in Settings/],
  ];
  for (const [spoil, cure] of rows) {
    spoil();
    await openAgain(page);
    await alert.filter({ hasText: cure }).waitFor();
    t.match(await alert.innerText(), cure);
    t.ok(await page.locator(FRAME).isHidden());
    set({ consent: true, reachable: true, signedIn: true });
    home.writeToken(token);
  }
  await openAgain(page);
  await page.frameLocator(FRAME).getByRole('heading', { level: 1 }).waitFor();
  t.ok(await alert.isHidden());
  assertQuiet(t, /status of 403/, /status of 502/, /status of 401/, /status of 503/);
});

browserTest('opening again leaves a page alone that is still the same', async (t, browser) => {
  const { host } = await panelDaemon(t, { empty: true });
  const { page, assertQuiet } = await newPage(t, browser);
  const inside = await openInHost(page, host);
  const frame = await frameOf(page);
  await frame.evaluate('window.mark = "a draft"');
  const mark = () => frame.evaluate('window.mark');

  await openAgain(page);
  await inside.getByRole('heading', { level: 1 }).waitFor();
  t.equal(await mark(), 'a draft');

  host.switches.reachable = false;
  await openAgain(page);
  host.switches.reachable = true;
  t.equal(await mark(), 'a draft', 'nor does a failure take it away');
  t.ok(await page.locator(FRAME).isVisible());

  await page.route('**/sidecar/console', async (route) => {
    const served = await route.fetch();
    await route.fulfill({ response: served, body: `${await served.text()}<!-- after an upgrade -->` });
  });
  await inside.locator('#tab-policy').dispatchEvent('click');
  const rule = inside.getByLabel('review-request is on');
  await rule.uncheck();
  await openAgain(page);
  t.equal(await mark(), 'a draft', 'nor does an upgrade take away a draft of the policy');
  await rule.check();
  await openAgain(page);
  await frame.waitForFunction('window.mark === undefined');
  await inside.getByRole('heading', { level: 1 }).waitFor();
  t.pass('only another page takes its place');
  assertQuiet(t, /status of 502/);
});
