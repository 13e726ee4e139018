import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { isProfileName, listProfiles, profileExists } from '../../src/hermes/profiles.ts';

t.test('profiles are folders with a valid name, and default', async (t) => {
  const profilesDir = t.testdir({
    reviewer: {},
    coder: {},
    default: {},
    Upper: {},
    '.hidden': {},
    'a b': {},
    file: 'x',
    elsewhere: {},
  });
  symlinkSync(join(profilesDir, 'elsewhere'), join(profilesDir, 'linked'));
  symlinkSync(join(profilesDir, 'nowhere'), join(profilesDir, 'broken'));
  t.strictSame(listProfiles({ profilesDir }), ['coder', 'default', 'elsewhere', 'linked', 'reviewer']);
  t.strictSame(listProfiles({ profilesDir: join(profilesDir, 'absent') }), ['default']);
  t.strictSame(listProfiles({ profilesDir: join(profilesDir, 'file') }), ['default']);
});

t.test('Y-30 names that mean something to JavaScript or to a path are unknown profiles', async (t) => {
  const profilesDir = t.testdir({ coder: {} });
  t.ok(profileExists({ profilesDir }, 'coder'));
  t.ok(profileExists({ profilesDir: '/nonexistent' }, 'default'));
  for (const name of [
    'toString',
    'constructor',
    '__proto__',
    '',
    '.',
    '..',
    '../coder',
    'coder/',
    ' coder',
    'Coder',
    'x',
  ])
    t.notOk(profileExists({ profilesDir }, name), JSON.stringify(name));
});

t.test('the shape of a name', async (t) => {
  for (const name of ['a', '0', 'a-b_c', 'a'.repeat(64)]) t.ok(isProfileName(name), name);
  for (const name of ['-a', '_a', 'a'.repeat(65), 'a.b', 'a\n', 'é']) t.notOk(isProfileName(name), name);
});

t.test('a profile with a tombstone is gone, whatever is left of its folder', async (t) => {
  const profilesDir = t.testdir({ coder: {}, old: {}, '.deleted': { old: '', gone: '' } });
  t.notOk(profileExists({ profilesDir }, 'old'));
  t.notOk(profileExists({ profilesDir }, 'gone'));
  t.strictSame(listProfiles({ profilesDir }), ['coder', 'default']);
});
