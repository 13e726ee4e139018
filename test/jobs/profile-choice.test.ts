import t from 'tap';
import { nearestName } from '../../src/jobs/nearest-name.ts';
import { profileProblem } from '../../src/jobs/profile-choice.ts';

t.test('J-25 what can name a profile', async (t) => {
  const profilesDir = t.testdir({ coder: {}, reviewer: {}, tester: {}, gone: {}, '.deleted': { gone: '' } });
  for (const name of ['coder', 'default']) t.equal(profileProblem({ profilesDir }, name), null, name);
  for (const name of ['../../x', '/etc', 'MyConfig', '-p', 'a b', 'a'.repeat(65), 'coder\n', 'coder%2f..', ' coder'])
    t.match(
      profileProblem({ profilesDir }, name),
      { kind: 'malformed', envelope: { failure_kind: 'bad_args', retryable: false } },
      JSON.stringify(name),
    );
  t.match(profileProblem({ profilesDir }, 'gone'), { kind: 'missing' });
});

t.test('an unknown name is answered with the real list and the nearest name', async (t) => {
  const profilesDir = t.testdir({ coder: {}, reviewer: {}, tester: {} });
  const envelope = profileProblem({ profilesDir }, 'reviwer')?.envelope;
  t.match(envelope, {
    success: false,
    failure_kind: 'unknown_profile',
    retryable: false,
    profile: 'reviwer',
    available_profiles: ['coder', 'default', 'reviewer', 'tester'],
    error: /^Profile 'reviwer' does not exist\..*hermes profile create reviwer$/,
    hint: /reviewer\? .*coder, default, reviewer, tester/,
  });
  const none = profileProblem({ profilesDir: '/nonexistent' }, 'ghost')?.envelope;
  t.match(none, { error: /does not exist/, hint: /hermes profile list/ });
});

t.test('the nearest name', async (t) => {
  const rows: [string, string | null][] = [
    ['codr', 'coder'],
    ['Coder', 'coder'],
    ['reviewers', 'reviewer'],
    ['x', null],
    ['documentation', null],
  ];
  for (const [name, expected] of rows) t.equal(nearestName(name, ['coder', 'reviewer', 'tester']), expected, name);
});
