import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
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
const project = fileURLToPath(new URL('../..', import.meta.url));
/** Starts node without the hooks that the test runner puts into the environment of each child: they cost seconds a start. */
const bareNode = ['-i', process.execPath];

/** Compiles the appender once: a loader would compile it in each of the children. Returns the script. */
function buildAppender(folder: string): string {
  const config = {
    extends: join(project, 'tsconfig.json'),
    compilerOptions: { noEmit: false, rootDir: project, outDir: folder },
    include: [],
    files: [join(project, 'test/journal/fixtures/appender.ts')],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  execFileSync('env', [...bareNode, join(project, 'node_modules/typescript/bin/tsc'), '-p', folder]);
  return join(folder, 'test/journal/fixtures/appender.js');
}

/** Runs the appender until it has acknowledged `enough` records, then ends it. Returns every acknowledged id. */
async function appendUntil(
  script: string,
  path: string,
  prefix: string,
  enough: number,
  signal: NodeJS.Signals,
): Promise<string[]> {
  const child: ChildProcess = spawn('env', [...bareNode, script, path, String(MAX_BYTES), prefix], {
    stdio: ['ignore', 'pipe', 'inherit'],
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
  const folder = t.testdir();
  const script = buildAppender(folder);
  const path = join(folder, 'journal', 'routes.jsonl');
  const acknowledged: string[] = [];
  for (let kill = 0; kill < KILLS; kill++)
    acknowledged.push(...(await appendUntil(script, path, `k${kill}`, 1 + ((kill * 13) % 60), 'SIGKILL')));

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

t.test('L-08 SIGTERM in the middle of writing loses nothing acknowledged', async (t) => {
  const folder = t.testdir();
  const script = buildAppender(folder);
  const path = join(folder, 'journal', 'routes.jsonl');
  const acknowledged = await appendUntil(script, path, 'term', 5, 'SIGTERM');
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
  t.equal(textOf(path).at(-1), '\n', 'and leaves no torn line');
});
