/**
 * The house's layer lint: a room imports only from rooms above it, pure rooms touch neither Node nor the wall clock,
 * only the named rooms spawn or dial out, and no file grows past 400 lines. Exits 1 and prints each breach.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Rooms of src/ from the ground up. Two rooms on one line may not import each other. */
const FLOORS: readonly (readonly string[])[] = [
  ['lib'],
  ['hermes'],
  ['signals'],
  ['models'],
  ['rules'],
  ['chain'],
  ['policy'],
  ['blocklist'],
  ['journal'],
  ['llm'],
  ['classifier'],
  ['router'],
  ['system'],
  ['jobs'],
  ['service'],
  ['http'],
  ['client'],
  ['mcp', 'panel', 'commands'],
  ['daemon'],
  ['core.ts', 'main.ts'],
];
const PURE_ROOMS = ['signals', 'models', 'rules', 'chain'];
const SPAWNING_ROOMS = ['jobs', 'system'];
const DIALLING_PLACES = ['llm/', 'commands/price-watch'];
/** The registry is one typed table: data, not code. */
const LONG_FILES_ALLOWED = ['models/registry.ts'];
const MAX_LINES = 400;

const source = fileURLToPath(new URL('../src', import.meta.url));
const floorOf = new Map(FLOORS.flatMap((rooms, floor) => rooms.map((room) => [room, floor] as const)));
const breaches: string[] = [];

function roomOf(file: string): string {
  return file.split('/')[0] ?? file;
}

function importsOf(text: string): string[] {
  return [...text.matchAll(/(?:\bfrom\s+|\bimport\s*\(\s*|^import\s+)['"]([^'"]+)['"]/gm)].map(
    (match) => match[1] ?? '',
  );
}

function checkImport(file: string, target: string): void {
  const room = roomOf(file);
  if (!target.startsWith('.')) {
    if (PURE_ROOMS.includes(room) && target.startsWith('node:'))
      breaches.push(`${file}: a pure room imports ${target}`);
    if (/^(node:)?child_process$|^execa$/.test(target) && !SPAWNING_ROOMS.includes(room))
      breaches.push(`${file}: only ${SPAWNING_ROOMS.join(' and ')} may spawn`);
    if (target === 'undici' && !DIALLING_PLACES.some((place) => file.startsWith(place)))
      breaches.push(`${file}: only ${DIALLING_PLACES.join(' and ')} may dial out`);
    return;
  }
  const other = roomOf(relative(source, join(source, dirname(file), target)));
  if (other === room) return;
  const here = floorOf.get(room);
  const there = floorOf.get(other);
  if (there === undefined) breaches.push(`${file}: imports ${target}, which is in no room`);
  else if (here !== undefined && there >= here)
    breaches.push(`${file}: ${room} may not import from ${other}, which stands on or above its floor`);
}

for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue;
  const path = join(entry.parentPath, entry.name);
  const file = relative(source, path);
  const text = readFileSync(path, 'utf8');
  if (!floorOf.has(roomOf(file))) breaches.push(`${file}: is in no room`);
  for (const target of importsOf(text)) checkImport(file, target);
  if (
    PURE_ROOMS.includes(roomOf(file)) &&
    /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.now\(/.test(text)
  )
    breaches.push(`${file}: a pure room reads the clock or global randomness`);
  const lines = text.split('\n').length - 1;
  if (lines > MAX_LINES && !LONG_FILES_ALLOWED.includes(file))
    breaches.push(`${file}: ${lines} lines (at most ${MAX_LINES})`);
}

for (const breach of breaches) console.error(breach);
if (breaches.length > 0) process.exitCode = 1;
else console.log('layers: clean');
