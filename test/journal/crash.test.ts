import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { journalFiles } from '../../src/journal/rotation.ts';
import { isMapping } from '../../src/lib/json.ts';
import { textOf } from './fixtures/files.ts';

const KILLS = 20;
const MAX_BYTES = 64 * 1024;
const BACKUPS = 200;
const appender = fileURLToPath(new URL('./fixtures/appender.ts', import.meta.url));

/** Runs the appender until it has acknowledged `enough` records, then ends it. Returns every acknowledged id. */
async function appendUntil(path: string, prefix: string, enough: number, signal: NodeJS.Signals): Promise<string[]> {
  const child: ChildProcess = spawn(process.execPath, ['--import=tsx', appender, path, String(MAX_BYTES), prefix], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // Without the test runner's NODE_OPTIONS, whose hooks would make each start take seconds.
    env: { PATH: process.env.PATH },
  });
  const acknowledged: string[] = [];
  const output = child.stdout;
  if (output === null) throw new Error('the child has no stdout');
  const lines = createInterface({ input: output });
  lines.on('line', (line) => {
    acknowledged.push(line);
    if (acknowledged.length === enough) child.kill(signal);
  });
  await Promise.all([once(child, 'close'), once(lines, 'close')]);
  return acknowledged;
}

/** Every line of the journal, oldest first. */
function journalLines(path: string): string[] {
  return journalFiles(path, BACKUPS)
    .reverse()
    .flatMap((file) => textOf(file).split('\n'))
    .filter((line) => line !== '');
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

// The folder is below the project (never tmpfs): what is proved is that acknowledged bytes had left the process.
t.test(`L-08 ${KILLS} SIGKILLs under load take no acknowledged record and double none`, async (t) => {
  const path = join(t.testdir(), 'routes.jsonl');
  const acknowledged: string[] = [];
  for (let kill = 0; kill < KILLS; kill++)
    acknowledged.push(...(await appendUntil(path, `k${kill}`, 1 + ((kill * 13) % 60), 'SIGKILL')));

  const values = journalLines(path).map(parse);
  const ids = values.filter(isMapping).map(({ id }) => id);
  const found = new Set(ids);
  t.ok(acknowledged.length >= KILLS);
  t.same(
    acknowledged.filter((id) => !found.has(id)),
    [],
    'every acknowledged id is there',
  );
  t.equal(found.size, ids.length, 'nothing is doubled');
  const torn = values.filter((value) => value === undefined).length;
  t.ok(torn <= KILLS, `${torn} torn lines, at most one a kill; every other line parses`);
});

t.test(
  'L-08 SIGTERM in the middle of writing: everything acknowledged is there, and the file ends with a line end',
  async (t) => {
    const folder = t.testdir();
    const path = join(folder, 'journal', 'routes.jsonl');
    const acknowledged = await appendUntil(path, 'term', 5, 'SIGTERM');
    const ids = new Set(
      journalLines(path)
        .map((line): unknown => JSON.parse(line))
        .filter(isMapping)
        .map(({ id }) => id),
    );
    t.same(
      acknowledged.filter((id) => !ids.has(id)),
      [],
    );
    t.equal(textOf(path).at(-1), '\n');
  },
);
