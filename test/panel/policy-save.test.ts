import { writeFileSync } from 'node:fs';
import { browserTest, newPage } from './browser.ts';
import { fileText, openPolicy, plan, replacedIn, ruleRow, save, sendTo } from './policy-view.ts';
import { panelDaemon } from './sample-home.ts';

browserTest(
  'Policy: a change is planned, looked at and written, every comment stays, and it can be taken back',
  async (t, browser) => {
    const daemon = await panelDaemon(t);
    const { page, assertQuiet } = await newPage(t, browser);
    const view = await openPolicy(page, daemon);
    const before = fileText(daemon);
    await ruleRow(view, 'hard-verbs')
      .getByText(/^\d+ of the last \d+ decisions$/)
      .waitFor();

    await sendTo(view, 'hard-verbs', 'tier:T3');
    t.match(
      await view.getByRole('region', { name: 'Draft' }).innerText(),
      /hard-verbs: profile coder, tier T3 \(was profile coder, tier T4\)/,
    );
    const dialog = await plan(view);
    const text = await dialog.innerText();
    t.match(text, /-\s+model: T4[\s\S]*\+\s+model: T3/);
    t.match(text, /(\d+|none) would change/, 'of the last decisions, as far as there is time');
    t.equal(fileText(daemon), before, 'looking writes nothing');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await view.getByText('Saved: router.yaml is written').waitFor();
    t.equal(fileText(daemon), replacedIn(before, '- id: hard-verbs', 'model: T4', 'model: T3'), 'one word is another');
    t.equal(await view.getByText('not saved yet').count(), 0);
    await ruleRow(view, 'hard-verbs').getByText('tier T3').first().waitFor();

    const back = async (said: string) => {
      await view.getByRole('button', { name: 'Go one step back' }).click();
      await view.getByRole('dialog').getByRole('button', { name: 'Go back' }).click();
      await view.getByText(said).waitFor();
    };
    await back('is in force again');
    t.equal(fileText(daemon), before, 'the same bytes as before');
    await ruleRow(view, 'hard-verbs').getByText('tier T4').first().waitFor();
    assertQuiet(t);
  },
);

browserTest('Policy: a file that changes between plan and write keeps the change and the draft', async (t, browser) => {
  const daemon = await panelDaemon(t, { empty: true });
  const { page, assertQuiet } = await newPage(t, browser);
  const view = await openPolicy(page, daemon);
  await sendTo(view, 'hard-verbs', 'tier:T3');
  const dialog = await plan(view);
  const theirs = replacedIn(fileText(daemon), '  T1:\n', 'max_multiplier: 1.5', 'max_multiplier: 1.25 # theirs');
  writeFileSync(daemon.policyFile, theirs);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  const conflict = view.getByRole('dialog', { name: 'The file has changed meanwhile' });
  await conflict.waitFor();
  t.match(await conflict.innerText(), /tier T1 was changed[\s\S]*1 change of yours was put onto the new file/);
  t.equal(fileText(daemon), theirs, 'their change is intact, and nothing of ours is there');
  await conflict.getByRole('button', { name: 'See what changes now' }).click();
  await view.getByRole('dialog', { name: 'What would be written' }).getByRole('button', { name: 'Apply' }).click();
  await view.getByText('Saved: router.yaml is written').waitFor();
  t.equal(fileText(daemon), replacedIn(theirs, '- id: hard-verbs', 'model: T4', 'model: T3'), 'both are in');
  assertQuiet(t, /409/);
});

browserTest('Policy: a change of the same thing in the file wins, and is said', async (t, browser) => {
  const daemon = await panelDaemon(t, { empty: true });
  const { page, assertQuiet } = await newPage(t, browser);
  const view = await openPolicy(page, daemon);
  await sendTo(view, 'hard-verbs', 'tier:T3');
  await view.getByLabel('review-request is on').uncheck();
  const theirs = replacedIn(fileText(daemon), '- id: hard-verbs', 'model: T4', 'model: T1');
  writeFileSync(daemon.policyFile, theirs);
  const drift = await plan(view);
  t.match(
    await drift.innerText(),
    /rule hard-verbs was changed[\s\S]*left out of your draft[\s\S]*hard-verbs: profile coder, tier T3[\s\S]*1 change of yours/,
  );
  await drift.getByRole('button', { name: 'Back to the draft' }).click();
  t.notMatch(await view.getByRole('region', { name: 'Draft' }).innerText(), /hard-verbs/);
  await save(view);
  t.match(
    fileText(daemon),
    /- id: review-request\n {4}status: stable\n {4}enabled: false|- id: review-request[\s\S]{0,200}enabled: false/,
  );
  t.match(fileText(daemon), /- id: hard-verbs[\s\S]{0,120}model: T1/);
  assertQuiet(t);
});

browserTest('Policy: what cannot be written has no button, and its error leads to the rule', async (t, browser) => {
  const daemon = await panelDaemon(t, { empty: true });
  const { page, assertQuiet } = await newPage(t, browser);
  const view = await openPolicy(page, daemon);
  const before = fileText(daemon);
  const row = ruleRow(view, 'trivial-mechanical-edit');
  await row.locator('summary').click();
  await row.getByLabel('Place').selectOption('last');
  await row.getByText('never reached').waitFor();
  const dialog = await plan(view);
  t.match(await dialog.innerText(), /would have 1 error[\s\S]*shadowed[\s\S]*cannot be applied/);
  t.equal(await dialog.getByRole('button', { name: 'Apply' }).count(), 0);
  await dialog.getByRole('button', { name: 'Show standard-implementation' }).click();
  await page.locator('li[id="rule:standard-implementation"]:focus').waitFor();
  await row.getByRole('button', { name: 'Move above standard-implementation' }).click();
  await row.getByText('never reached').waitFor({ state: 'detached' });
  await view.getByRole('button', { name: 'Discard all' }).click();
  await view.getByRole('button', { name: 'Discard 1 change' }).click();
  await view.getByRole('region', { name: 'Draft' }).waitFor({ state: 'hidden' });
  t.equal(fileText(daemon), before);
  assertQuiet(t);
});
