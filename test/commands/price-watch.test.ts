import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { PRICE_ADAPTERS, type PriceAdapter } from '../../src/commands/price-watch/adapters.ts';
import { fetchPage } from '../../src/commands/price-watch/fetch-page.ts';
import { registerPriceWatch } from '../../src/commands/price-watch.ts';
import { type Ran, runHere } from './command-here.ts';

const NOW = new Date('2026-08-17T15:42:17Z');
const POLICY = 'rules: []\ntiers: {T1: {model: m, provider: zai, chain: [{model: d, provider: deepseek}]}}\n';

/** Pages of a server of our own, by path; a number is a status. */
async function site(t: Test, pages: Record<string, string | number>): Promise<{ origin: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers['user-agent']}`);
    const page = pages[request.url ?? ''] ?? 404;
    response.writeHead(typeof page === 'number' ? page : 200, { location: '/zai' });
    response.end(typeof page === 'number' ? '' : page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  const address = server.address();
  return { origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, asked };
}

interface Home {
  readonly folder: string;
  /** The state as it is on disk. */
  state(): Record<string, Record<string, unknown>>;
  journal(): string;
  run(adapters: readonly PriceAdapter[], now?: Date): Promise<Ran>;
}

function home(t: Test, policy = POLICY): Home {
  const folder = t.testdir({ 'router.yaml': policy, '.env': 'GLM_API_KEY=secret-value\n' });
  writeFileSync(
    join(folder, 'auth.json'),
    JSON.stringify({ credential_pool: { deepseek: [{ access_token: 'k' }], xiaomi: [] } }),
  );
  const stateDir = join(folder, 'hermes-smart-router/state');
  const text = (name: string) => (existsSync(join(stateDir, name)) ? readFileSync(join(stateDir, name), 'utf8') : '');
  return {
    folder,
    state: () => JSON.parse(text('price-watch.json')).providers,
    journal: () => text('price-watch.jsonl'),
    run: (adapters, now = NOW) =>
      runHere(
        (program, io) => registerPriceWatch(program, io, { adapters, fetchPage }),
        { HOME: folder, HERMES_HOME: folder },
        ['price-watch'],
        () => now,
      ),
  };
}

const report = ({ out }: Ran) => JSON.parse(out);
const NOTHING = { checked: [], confirmed: [], changed: [], failed: [], unwatchable: [] };

t.test('baseline, confirmation, change', async (t) => {
  const pages: Record<string, string | number> = { '/zai': '<p>Peak 14:00</p>', '/moved': 302 };
  const { origin, asked } = await site(t, pages);
  const { run, state, journal } = home(t);
  const adapters = [{ provider: 'zai', url: `${origin}/moved`, anchor: 'peak' }];

  t.strictSame(report(await run(adapters)), { ...NOTHING, checked: ['zai'] }, 'the first look takes note');
  t.match(asked[0], /^\/moved Mozilla\/5\.0 \(pricing provenance watcher\)$/);
  t.match(state(), {
    zai: { literal: '<p>Peak 14:00</p>', sha256: /^[0-9a-f]{64}$/, verified_at: '2026-08-17T15:42:17+00:00' },
  });

  t.strictSame(report(await run(adapters)), { ...NOTHING, checked: ['zai'], confirmed: ['zai'] });
  t.equal(journal(), '');

  pages['/zai'] = '<p>Peak 15:00</p>';
  const changed = await run(adapters);
  t.strictSame(report(changed), { ...NOTHING, checked: ['zai'], changed: ['zai'] });
  t.match(changed.err, /zai: the page about prices/);
  const line = JSON.parse(journal());
  t.match(line, { event: 'price_page_changed', provider: 'zai', url: `${origin}/moved`, anchor: 'peak' });
  t.match(line.diff, /^-<p>Peak 14:00<\/p>\n\+<p>Peak 15:00<\/p>$/m);
  t.match(line.registry, { 'glm-5.3-flash': { provider: 'zai' } });
  t.match(state(), { zai: { literal: '<p>Peak 15:00</p>' } });

  const reworded = [{ provider: 'zai', url: `${origin}/zai`, anchor: '15:00' }];
  t.strictSame(report(await run(reworded)), { ...NOTHING, checked: ['zai'] }, 'a new anchor takes note');
});

t.test('failures keep what was known', async (t) => {
  const pages: Record<string, string | number> = { '/zai': 'Peak 14:00' };
  const { origin } = await site(t, pages);
  const { run, state } = home(t);
  const adapters = [{ provider: 'zai', url: `${origin}/zai`, anchor: 'peak' }];
  await run(adapters);
  for (const [page, reason] of [
    ['gone', 'pricing anchor not found'],
    [500, 'HTTP 500'],
  ] as const) {
    pages['/zai'] = page;
    t.strictSame(report(await run(adapters)), { ...NOTHING, checked: ['zai'], failed: ['zai'] });
    t.match(state(), { zai: { literal: 'Peak 14:00', last_failure: reason } });
  }
  const closed = [{ provider: 'zai', url: 'http://127.0.0.1:1/', anchor: 'peak' }];
  await run(closed);
  t.match(state(), { zai: { last_failure: 'the request failed (ECONNREFUSED)' } });
});

t.test('only providers of the policy that Hermes can call are asked', async (t) => {
  const { origin, asked } = await site(t, { '/p': 'Peak' });
  const adapters = ['zai', 'deepseek', 'xiaomi', 'other'].map((provider) => ({
    provider,
    url: `${origin}/p`,
    anchor: 'Peak',
  }));
  const policy = 'tiers: {T1: {provider: zai}, T2: {provider: deepseek}, T3: {provider: xiaomi}}\n';
  t.strictSame(report(await home(t, policy).run(adapters)).checked, ['zai', 'deepseek']);
  t.equal(asked.length, 2);
  for (const broken of ['a: [', '- a list\n', ''])
    t.strictSame(report(await home(t, broken).run(adapters)), NOTHING, 'a policy that cannot be read names nobody');
  t.equal(asked.length, 2);
});

t.test('a page that cannot be watched is never asked, and since when is kept', async (t) => {
  const { run, state } = home(t);
  const adapters = [{ provider: 'zai', key: 'z2', url: 'http://127.0.0.1:1/', anchor: 'x', watchable: false }];
  t.strictSame(report(await run(adapters)), { ...NOTHING, unwatchable: ['z2'] });
  await run(adapters, new Date('2026-09-01T00:00:00Z'));
  t.match(state(), {
    z2: {
      reason: 'not watchable by simple fetch',
      permanent: { status: 'unwatchable', since: '2026-08-17T15:42:17+00:00' },
    },
  });
});

t.test('a change that cannot be recorded is told again', async (t) => {
  const pages: Record<string, string | number> = { '/zai': 'Peak 14' };
  const { origin } = await site(t, pages);
  const { run, state, folder } = home(t);
  const adapters = [{ provider: 'zai', url: `${origin}/zai`, anchor: 'peak' }];
  await run(adapters);
  pages['/zai'] = 'Peak 15';
  const log = join(folder, 'hermes-smart-router/state/price-watch.jsonl');
  mkdirSync(log);
  t.match(await run(adapters), { code: 1, err: /could not be recorded/ });
  t.match(state(), { zai: { literal: 'Peak 14' } });
});

t.test('the shipped pages are those of the contract', async (t) => {
  t.strictSame(
    PRICE_ADAPTERS.map(({ key, provider }) => key ?? provider),
    ['deepseek', 'zai', 'zai-plan-model-coverage', 'xiaomi-pay-as-you-go', 'xiaomi-token-plan'],
  );
});
