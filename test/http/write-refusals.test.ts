import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'tap';
import { resolveHermesPaths } from '../../src/hermes/paths.ts';
import { ERRORS, type ErrorCode } from '../../src/http/errors.ts';
import { processMark } from '../../src/lib/process-mark.ts';
import { type EditedApp, editedApp } from './editing.ts';
import { POLICY } from './listening.ts';

/** What stands in the way of a write, the code that names it, and what of the reason must be said. */
const IN_THE_WAY: readonly {
  readonly name: string;
  readonly code: ErrorCode;
  readonly says: RegExp;
  readonly put: (app: EditedApp) => void;
  readonly clear: (app: EditedApp) => void;
}[] = [
  {
    name: 'a file without a write bit',
    code: 'policy_read_only',
    says: /read-only/,
    put: ({ policyFile }) => chmodSync(policyFile, 0o444),
    clear: ({ policyFile }) => chmodSync(policyFile, 0o644),
  },
  {
    name: 'another writer that lives',
    code: 'policy_locked',
    says: new RegExp(`process ${process.pid} `),
    put: ({ policyFile }) => {
      const mark = processMark(process.pid);
      const owner = { pid: mark?.pid, start_ticks: mark?.startTicks, boot_id: mark?.bootId };
      writeFileSync(join(dirname(policyFile), '.router.yaml.lock'), JSON.stringify(owner));
    },
    clear: ({ policyFile }) => rmSync(join(dirname(policyFile), '.router.yaml.lock')),
  },
  {
    name: 'a file where the history should be',
    code: 'policy_write_failed',
    says: /ENOTDIR|EEXIST/,
    put: (app) => {
      mkdirSync(dirname(historyOf(app)), { recursive: true });
      writeFileSync(historyOf(app), '');
    },
    clear: (app) => rmSync(historyOf(app)),
  },
];

test('what keeps the policy from being written has a code of its own, and nothing is written', async (t) => {
  for (const { name, code, says, put, clear } of IN_THE_WAY) {
    const app = await editedApp(t);
    put(app);
    const { status, json } = await app.apply({ enabled: false });
    t.equal(status, ERRORS[code].status, name);
    t.match(json, { ok: false, code, error: says }, name);
    t.equal(app.text(), POLICY, name);
    clear(app);
    t.equal((await app.apply({ enabled: false })).status, 200, `${name}: gone`);
  }
});

test('requests that are none for an edit', async (t) => {
  const app = await editedApp(t);
  const rows: readonly (readonly [string, unknown, ErrorCode])[] = [
    ['/plan', {}, 'plan_required'],
    ['/apply', {}, 'plan_required'],
    ['/apply', { plan: { base_hash: app.hash() } }, 'plan_required'],
    ['/apply', { action: 'compaction' }, 'restart_unavailable'],
    [
      '/apply',
      { action: 'compaction', plan: { base_hash: app.hash() }, policy: { enabled: false } },
      'restart_unavailable',
    ],
  ];
  for (const [path, body, code] of rows) {
    const { status, json } = await app.post(path, body);
    t.strictSame([status, json.code], [400, code], `${path} ${JSON.stringify(body)}`);
  }
  t.equal(app.text(), POLICY);
});

function historyOf({ folder }: EditedApp): string {
  return join(resolveHermesPaths({ HOME: folder, HERMES_HOME: folder }).stateDir, 'policy-history');
}
