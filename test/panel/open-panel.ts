import type { FrameLocator, Page } from 'playwright-core';
import type { Host } from './host.ts';

/** By how many CSS pixels the page is wider than its window. */
export async function sidewaysOverflow(page: Page): Promise<number> {
  // As text: the tests know no DOM types.
  return Number(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'));
}

/** The panel inside the host: the frame that the navigation script made. */
export async function openInHost(page: Page, host: Host): Promise<FrameLocator> {
  await page.goto(host.url);
  await page.locator('#nav button.hermes-smart-router-nav').click();
  const frame = page.frameLocator('iframe[title="Smart Router"]');
  await frame.getByRole('heading', { level: 1, name: 'Smart Router' }).waitFor();
  return frame;
}
