import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Test } from 'tap';
import { resolveHermesPaths } from '../../src/hermes/paths.ts';
import { jobRow } from '../../src/jobs/store/job-row.ts';
import { decisionRecord, newDecisionId } from '../../src/journal/decision-record.ts';
import { openJournal } from '../../src/journal/journal.ts';
import { decisionJournalPaths } from '../../src/journal/paths.ts';
import { isMapping, type JsonObject } from '../../src/lib/json.ts';
import { NAMED } from '../daemon/live-daemon.ts';
import { listeningApp, type TestHome, testHome } from '../http/listening.ts';
import { exchange, requestText } from '../http/raw.ts';
import { jobIn } from '../jobs/job-in.ts';
import { EXAMPLE } from '../service/routed.ts';
import { browserTest, newPage } from './browser.ts';
import { MOST_ANSWER_BYTES } from './host/proxy.ts';
import { startHost } from './host.ts';
import { openInHost } from './open-panel.ts';

const DECISIONS = 100_000;
const JOBS = 1_000;
/** The panel's answers must be there before the proxy gives up (product: section 3). */
const MOST_MILLISECONDS = 8_000;
/** Records that wait for one write. */
const BATCH = 5_000;
/** The widest text that is stored: 120 code points of four bytes. */
const WIDE_TASK = '🚦'.repeat(120);

browserTest('no request of the page is long or slow after 100,000 decisions and 1,000 jobs', async (t, browser) => {
  const home = testHome(t, EXAMPLE);
  await writeDecisions(home, await realDecision(t));
  await writeJobs(home);
  const { port } = await listeningApp(t, { home });
  const host = await startHost(t, { port, tokenFile: home.tokenFile });
  const { page, assertQuiet } = await newPage(t, browser);
  const frame = await openInHost(page, host);
  for (const name of ['try', 'policy', 'decisions', 'jobs', 'models']) {
    await frame.locator(`#tab-${name}`).dispatchEvent('click');
    await frame.locator(`#panel-${name}`).waitFor();
    await page.waitForLoadState('networkidle');
  }
  const paths = new Set(host.exchanges.map(({ path }) => path.split('?', 1)[0]));
  for (const path of ['/console', '/status', '/policy', '/blocklist', '/routes', '/jobs', '/capabilities', '/liveness'])
    t.ok(paths.has(path), `${path} was asked for`);
  for (const { method, path, status, wireBytes, milliseconds } of host.exchanges) {
    const name = `${method} ${path}: ${status}, ${wireBytes} bytes, ${Math.round(milliseconds)} ms`;
    t.equal(status, 200, name);
    t.ok(wireBytes <= MOST_ANSWER_BYTES, name);
    t.ok(milliseconds < MOST_MILLISECONDS, name);
  }
  assertQuiet(t);
});

/** The record of a decision that a daemon made, to be made many of. */
async function realDecision(t: Test): Promise<JsonObject> {
  const { port } = await listeningApp(t, { home: testHome(t, EXAMPLE) });
  const body = JSON.stringify({ task: 'Debug race condition in pool' });
  const { json } = await exchange(port, requestText('POST /route', port, NAMED, body));
  const decision = isMapping(json) && isMapping(json.decision) ? json.decision : {};
  if (!isMapping(json) || !isMapping(decision.output) || !Array.isArray(json.steps)) throw new Error('no decision');
  return decisionRecord({
    id: '',
    at: new Date(0),
    cause: String(decision.cause),
    output: decision.output,
    ruleId: decision.matched_rule_id ?? null,
    task: WIDE_TASK,
    steps: json.steps,
    chainPlan: json.chain_plan,
    policyHash: 'f'.repeat(64),
  });
}

/** Writes the decisions through the one writer, so that the files are rotated as they would be. */
async function writeDecisions(home: TestHome, record: JsonObject): Promise<void> {
  const { stateDir } = resolveHermesPaths(home.env);
  const journal = openJournal({ path: decisionJournalPaths(stateDir, {}).routes });
  const first = Date.now() / 1000 - DECISIONS;
  for (let done = 0; done < DECISIONS; done += BATCH)
    await Promise.all(
      Array.from({ length: BATCH }, (_, at) =>
        journal.append({ ...record, ts: first + done + at, id: newDecisionId(), source: 'chat' }),
      ),
    );
  if (journal.health().written !== DECISIONS) throw new Error(JSON.stringify(journal.health()));
  await journal.close();
}

async function writeJobs(home: TestHome): Promise<void> {
  const path = join(resolveHermesPaths(home.env).stateDir, 'jobs.jsonl');
  mkdirSync(dirname(path), { recursive: true });
  const journal = openJournal({ path });
  const now = Date.now();
  const rows = Array.from({ length: JOBS }, (_, at) => {
    const createdAt = new Date(now - (JOBS - at) * 1000);
    const job = jobIn({ name: 'succeeded', startedAt: createdAt, endedAt: createdAt }, at, {
      createdAt,
      promptPreview: WIDE_TASK,
    });
    return jobRow(job, 'ended', createdAt);
  });
  await Promise.all(rows.map((row) => journal.append(row)));
  await journal.close();
}
