import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { openPolicyWriter } from '../../../src/policy/edit/policy-writer.ts';
import { sha256 } from '../../../src/policy/file-state.ts';
import { POLICY } from '../../http/listening.ts';

/** How often a writer is killed; `ROUTER_KILLS=200` for the long run. */
const KILLS = Number(process.env.ROUTER_KILLS ?? 20);
/** A write takes some 10 ms: whatever it is doing then is hit. */
const LATEST_MS = 30;
const project = fileURLToPath(new URL('../../..', import.meta.url));
/** Starts node without the hooks that the test runner puts into the environment of each child: they cost seconds a start. */
const bareNode = ['-i', process.execPath];

/** Compiles the writer once: a loader would compile it in each of the children. Returns the script. */
function buildWriter(folder: string): string {
  const config = {
    extends: join(project, 'tsconfig.json'),
    compilerOptions: { noEmit: false, rootDir: project, outDir: join(project, '.tap', 'killed') },
    include: [],
    files: [join(project, 'test/policy/edit/fixtures/apply-for-ever.ts')],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  execFileSync('env', [...bareNode, join(project, 'node_modules/typescript/bin/tsc'), '-p', folder]);
  return join(project, '.tap', 'killed', 'test/policy/edit/fixtures/apply-for-ever.js');
}

/** Starts a writer and kills it some time after its first write. Resolves to what it said of its writes. */
async function killSoon(script: string, policy: string, history: string, afterMs: number): Promise<string> {
  const child = spawn('env', [...bareNode, script, policy, history], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (said === '') setTimeout(() => child.kill('SIGKILL'), afterMs);
    said += text;
  });
  await once(child, 'close');
  return said;
}

t.test(`${KILLS} writers killed at random moments: the policy is the old or the new one, and so is .bak`, async (t) => {
  const folder = t.testdir({ policy: { 'router.yaml': POLICY }, build: {} });
  const script = buildWriter(join(folder, 'build'));
  const path = join(folder, 'policy', 'router.yaml');
  const history = join(folder, 'state', 'policy-history');
  const contents = new Set([POLICY, POLICY.replace('T4: {model: strong,', 'T4: {model: stronger,')]);
  for (let kill = 0; kill < KILLS; kill++) {
    const said = await killSoon(script, path, history, Math.random() * LATEST_MS);
    t.match(said, /^(written\n)+$/, `kill ${kill}: a dead writer's lock holds nobody up`);
    t.ok(contents.has(readFileSync(path, 'utf8')), 'old or new');
    t.ok(!existsSync(`${path}.bak`) || contents.has(readFileSync(`${path}.bak`, 'utf8')), 'the same for .bak');
    for (const name of readdirSync(history).filter((entry) => entry.endsWith('.yaml')))
      t.ok(contents.has(readFileSync(join(history, name), 'utf8')), 'and for the history');
  }
  const writer = openPolicyWriter({ path, historyFolder: history });
  const before = readFileSync(path, 'utf8');
  const patch = { changes: { enabled: false }, ignored: [] };
  t.match(await writer.apply({ baseHash: sha256(Buffer.from(before)), patch }), { kind: 'written' });
  t.match(await writer.revert(null), { kind: 'reverted', hash: sha256(Buffer.from(before)) });
  t.strictSame(
    readdirSync(join(folder, 'policy')).sort(),
    ['router.yaml', 'router.yaml.bak'],
    'nothing is left lying about',
  );
});
