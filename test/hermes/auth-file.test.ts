import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { createAuthFileReader, isUsable, type PoolEntry } from '../../src/hermes/auth-file.ts';

const ENTRY: PoolEntry = {
  id: 'a',
  label: '',
  authType: 'api_key',
  priority: 0,
  secret: 'k',
  baseUrl: null,
  status: 'ok',
  statusAt: null,
  errorCode: null,
  resetAt: null,
  expiresAt: null,
};

t.test('a pool is read by priority, whatever stands beside it', async (t) => {
  const path = join(t.testdir(), 'auth.json');
  const reader = createAuthFileReader(path);
  t.same(reader.read(), { activeProvider: null, pools: new Map() }, 'missing');
  writeFileSync(
    path,
    JSON.stringify({
      active_provider: 'zai',
      credential_pool: {
        zai: [
          { id: 'second', priority: 2, auth_type: 'api_key', access_token: 'k2', base_url: 'http://b' },
          'junk',
          {
            id: 'first',
            priority: 1,
            auth_type: 'oauth',
            access_token: 'k1',
            last_status: 'exhausted',
            last_status_at: '1970-01-01T00:01:40Z',
            last_error_code: 429,
            expires_at_ms: 5000,
          },
        ],
        broken: 7,
      },
    }),
  );
  const { activeProvider, pools } = reader.read();
  t.equal(activeProvider, 'zai');
  t.match(pools.get('zai'), [
    { id: 'first', authType: 'oauth', status: 'exhausted', statusAt: 100, errorCode: 429, expiresAt: 5 },
    { id: 'second', authType: 'api_key', secret: 'k2', baseUrl: 'http://b', status: 'ok', expiresAt: null },
  ]);
  t.same(pools.get('broken'), []);
  for (const text of ['', '[]', '{"credential_pool":[]}', 'not json']) {
    writeFileSync(path, text);
    t.equal(reader.read().pools.size, 0, text);
  }
});

t.test('an exhausted entry comes back after the time of its error', async (t) => {
  const table: [Partial<PoolEntry>, number, boolean, boolean][] = [
    [{}, 0, false, true],
    [{ status: 'dead' }, 1e9, true, false],
    [{ status: 'exhausted', statusAt: 100, errorCode: 429 }, 3699, false, false],
    [{ status: 'exhausted', statusAt: 100, errorCode: 429 }, 3700, false, true],
    [{ status: 'exhausted', statusAt: 100, errorCode: 401 }, 399, false, false],
    [{ status: 'exhausted', statusAt: 100, errorCode: 401 }, 400, false, true],
    [{ status: 'exhausted', statusAt: 100, errorCode: 429 }, 160, true, true],
    [{ status: 'exhausted', statusAt: 100, errorCode: 402 }, 160, true, false],
    [{ status: 'exhausted', statusAt: 100, resetAt: 120 }, 119, false, false],
    [{ status: 'exhausted', statusAt: 100, resetAt: 120 }, 120, false, true],
    [{ status: 'exhausted' }, 0, false, true],
    [{ expiresAt: 50 }, 50, true, false],
    [{ expiresAt: 50 }, 49, true, true],
  ];
  for (const [entry, now, sole, expected] of table)
    t.equal(isUsable({ ...ENTRY, ...entry }, now, sole), expected, JSON.stringify([entry, now, sole]));
});
