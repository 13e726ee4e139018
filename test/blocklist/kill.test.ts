import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { openBlocklist } from '../../src/blocklist/blocklist.ts';
import { formatStateFile, parseStateFile } from '../../src/blocklist/state-file.ts';
import { bareNode } from '../bare-node.ts';
import { breakerPolicy, machine } from './machine.ts';

const RECORDER = fileURLToPath(new URL('record-for-ever.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'breaker-kill-'));
t.teardown(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a recorder and kills it as soon as it has printed `lines` lines; resolves to all the lines it had printed. */
async function recordAndKill(stateFile: string, lines: number): Promise<number> {
  const child = spawn(...bareNode({}, RECORDER, stateFile), { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString('utf8').split('\n').length - 1;
    if (printed >= lines) child.kill('SIGKILL');
  });
  await once(child, 'close');
  return printed;
}

t.test('kill -9 while recording: the file reads, and holds every failure that was acknowledged', async (t) => {
  const stateFile = join(folder, 'state', 'breaker-state.json');
  let acknowledged = 0;
  for (const lines of [1, 2, 5, 9, 14]) {
    acknowledged += await recordAndKill(stateFile, lines);
    const { entries, problem } = parseStateFile(readFileSync(stateFile));
    t.equal(problem, null);
    const kept = entries.get('m@p')?.failure_events.length ?? 0;
    t.ok(kept >= acknowledged, `${kept} kept of ${acknowledged} acknowledged`);
    acknowledged = kept;
  }
  const blocklist = openBlocklist({ stateFile });
  t.equal(blocklist.wouldBlock(breakerPolicy({ threshold: 1_000_000 }), 'm', 'p'), false);
  t.equal(blocklist.problem(), null);
});

t.test('a temporary file that a killed writer left torn is nobody\u2019s state', async (t) => {
  const m = machine(t.testdir(), 100);
  await m.open().recordFailure(breakerPolicy(), 'm', 'p', 'quota_exhausted');
  const whole = formatStateFile(parseStateFile(readFileSync(m.stateFile)).entries);
  for (let length = 0; length < whole.length; length += 40) {
    for (const name of ['.breaker-state.json.0123456789ab.tmp', 'breaker-state-x.json'])
      writeFileSync(join(dirname(m.stateFile), name), whole.slice(0, length));
    const blocklist = m.open();
    t.equal(blocklist.wouldBlock(breakerPolicy(), 'm', 'p'), true);
    t.equal(blocklist.problem(), null);
  }
});
