import { isMapping } from '../../src/lib/json.ts';
import { browserTest, newPage } from './browser.ts';
import { MOST_ANSWER_BYTES } from './host/proxy.ts';
import { openInHost } from './open-panel.ts';
import { panelDaemon } from './sample-home.ts';

/** What the page keeps of a stream, and the sentence about bytes that it leaves out. */
const MOST_CHARS = 200_000 + 200;

browserTest('Jobs: a long output stays bounded, in the host and through its proxy', async (t, browser) => {
  const { host, home, send } = await panelDaemon(t, { empty: true });
  // Of a megabyte the beginning is read and the end; the rest comes while the page looks on.
  const steps = [
    { flood: 1_048_576, line: 99 },
    { text: 'half of it' },
    { wait: 4000 },
    { flood: 400_000, line: 0 },
    { exit: 0 },
  ];
  const prompt = `Write much. fake:${JSON.stringify(steps)}`;
  const { json } = await send('POST /jobs', { prompt, profile: 'coder', cwd: home.folder });
  const id = isMapping(json.job) ? String(json.job.id) : '';
  const { page, assertQuiet } = await newPage(t, browser);
  const frame = await openInHost(page, host);
  await frame.locator('#tab-jobs').dispatchEvent('click');
  await frame.locator('.job-row').click();
  await frame.getByLabel('Stream').selectOption('stdout');
  await frame.getByText('The output is finished.').waitFor();
  const shown = (await frame.locator('.job-output').textContent()) ?? '';
  t.ok(shown.length > 100_000 && shown.length <= MOST_CHARS, `${shown.length} characters`);
  t.match(shown, /x{1000}$/, 'the end is there');
  await frame.getByText(/Not all of it is shown: this page keeps 200,000 characters/).waitFor();
  await frame.getByText(`hermes-router jobs tail --all --stream stdout ${id}`).waitFor();
  await frame.getByLabel('State').selectOption('failed');
  await frame.getByLabel('State').selectOption('');
  await frame.locator('.job-row').waitFor();

  const asked = host.exchanges.filter(({ path }) => path.startsWith('/jobs'));
  t.ok(asked.some(({ path }) => path.includes('/output?stream=stdout&from=')));
  for (const { method, path, status, wireBytes } of asked) {
    t.equal(status, 200, path);
    t.ok(wireBytes <= MOST_ANSWER_BYTES, `${path}: ${wireBytes} bytes`);
    t.notMatch(path, /wait=/, 'no long poll');
    t.equal(method, 'GET', 'nothing is posted');
  }
  assertQuiet(t);
});
