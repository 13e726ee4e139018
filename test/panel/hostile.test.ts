import { browserTest, newPage } from './browser.ts';
import { sidewaysOverflow } from './open-panel.ts';
import { panelDaemon } from './sample-home.ts';

const LONG = 'x'.repeat(3_000);
const MARKUP = '\u202e<img src=x onerror=alert(1)>\u0007';
const NAMES = ['constructor', '__proto__', 'toString', MARKUP, LONG, 'a b', 'twice', 'twice', 5, null, ['l'], ''];

/** A policy in which nothing is what it should be. */
const WRONG = JSON.stringify({
  enabled: 'maybe',
  rules: [
    ...NAMES.map((id) => ({
      id,
      when: { constructor: { toString: 1 }, lang: null },
      then: { profile: id, model: 'T4' },
    })),
    ...[5, null, 'text', [1], {}, { id: 'lists', when: [], then: [] }],
    ...Array.from({ length: 300 }, (_, at) => ({ id: `many-${at}`, when: {}, then: { model: 'T1' } })),
  ],
  default: 7,
  fail_safe: ['x'],
  classifier: 'text',
  compaction: 3,
  price_windows: { constructor: [{ days: 'x' }], toString: 5, '<b>': [null, 3] },
  blocklist: { manual_ban: [5, null, { model: '__proto__' }, { model: LONG }], fallback_chain: [null, 'x', 4] },
  tiers: {
    T1: null,
    T4: { model: LONG, provider: MARKUP, fallback: 'none' },
    constructor: { model: 'constructor', provider: '__proto__', fallback: [null, { model: 'toString' }] },
    'with a space': { model: 1, provider: 2, time_policy: 5, requirements: [], time_cap: 'x' },
  },
});

browserTest(
  'a policy that is wrong all over is shown by every view, as text and within its width',
  async (t, browser) => {
    for (const policy of [WRONG, '{"rules": "none", "tiers": [], "blocklist": [], "default": null}', '5\n']) {
      const { standalone } = await panelDaemon(t, { empty: true, policy });
      const { page, assertQuiet } = await newPage(t, browser, { width: 320 });
      await page.goto(standalone);
      await page.getByText('router.yaml has').waitFor();
      const banner = await page.locator('.banners > .banner').first().boundingBox();
      t.ok(banner !== null && banner.height < 1_200, 'the errors leave room for the page');
      for (const view of ['now', 'try', 'policy', 'decisions', 'jobs', 'models']) {
        await page.locator(`#tab-${view}`).click();
        const panel = page.locator(`#panel-${view}`);
        await panel.getByText('Reading …').first().waitFor({ state: 'detached' });
        t.equal(await page.getByText('This cannot be shown').count(), 0, view);
        t.equal(await sidewaysOverflow(page), 0, view);
        t.equal(await panel.locator('img').count(), 0, view);
        for (const name of ['[object', 'native code'])
          t.equal(await panel.getByText(name).count(), 0, `${view}: ${name}`);
        t.strictSame(await panel.getByRole('button', { name: /^$/ }).all(), [], `${view}: every button has a name`);
      }
      assertQuiet(t);
    }
  },
);
