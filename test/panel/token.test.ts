import { browserTest, newPage } from './browser.ts';
import { openPolicy, save, sendTo } from './policy-view.ts';
import { panelDaemon } from './sample-home.ts';

browserTest(
  'a token that is changed meanwhile is asked for, and the draft is still there after it',
  async (t, browser) => {
    const daemon = await panelDaemon(t, { empty: true });
    const { page, assertQuiet } = await newPage(t, browser);
    const view = await openPolicy(page, daemon);
    const draft = view.getByRole('region', { name: 'Draft' });
    await sendTo(view, 'hard-verbs', 'tier:T3');

    daemon.home.writeToken('second+token&more');
    const form = page.locator('.token-form');
    await form.waitFor();
    t.notOk(await draft.isVisible(), 'nothing is shown to who has no token');
    t.equal(await page.getByRole('tab').count(), 0);
    await form.getByLabel('Token').fill('\u200bsecond+token&more \n');
    await form.getByRole('button', { name: 'Open the panel' }).click();
    await draft.waitFor();

    daemon.home.writeToken('third+token%');
    await form.waitFor();
    await page.goto(`http://127.0.0.1:${daemon.port}/console#token=third+token%`);
    await draft.waitFor();
    t.notMatch(page.url(), /token/, 'the address keeps nothing of it');
    t.match(await draft.innerText(), /hard-verbs: profile coder, tier T3/);
    await save(view);
    assertQuiet(t, /status of 401/);
  },
);

browserTest('a browser without storage keeps the token in memory', async (t, browser) => {
  const { standalone } = await panelDaemon(t, { empty: true });
  const { page, assertQuiet } = await newPage(t, browser);
  await page.addInitScript(
    "Object.defineProperty(window, 'sessionStorage', { get() { throw new DOMException('denied', 'SecurityError'); } })",
  );
  await page.goto(standalone);
  await page.getByRole('region', { name: 'Policy' }).waitFor();
  assertQuiet(t);
});
