import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import t from 'tap';
import { createProfileList } from '../../src/hermes/profile-list.ts';

/** Moves the change time of a folder into the past as far as its reader can see, by waiting for it to be older than the trusted age. */
async function aged(folder: string): Promise<void> {
  while (Date.now() - fs.statSync(folder).ctimeMs <= 50) await new Promise(setImmediate);
}

t.test('P-10 the list is made again only when a folder changed', async (t) => {
  const profilesDir = t.testdir({ coder: {} });
  const list = createProfileList({ profilesDir });
  const { readdirSync } = fs;
  let scans = 0;
  const spy = (...args: Parameters<typeof readdirSync>) => {
    scans++;
    return readdirSync(...args);
  };
  Object.assign(fs, { readdirSync: spy });
  syncBuiltinESMExports();
  t.teardown(() => {
    Object.assign(fs, { readdirSync });
    syncBuiltinESMExports();
  });
  await aged(profilesDir);
  t.strictSame(list.read(), ['coder', 'default']);
  for (let poll = 0; poll < 100; poll++) list.read();
  t.equal(scans, 1, 'one scan for a hundred polls');

  fs.mkdirSync(join(profilesDir, 'reviewer'));
  t.strictSame(list.read(), ['coder', 'default', 'reviewer'], 'a new profile is seen at once');
  await aged(profilesDir);
  fs.rmdirSync(join(profilesDir, 'coder'));
  t.strictSame(list.read(), ['default', 'reviewer']);
  fs.rmSync(profilesDir, { recursive: true });
  t.strictSame(list.read(), ['default']);
});
