import t from 'tap';
import type { JsonObject } from '../../../../src/lib/json.ts';
import {
  type Destination,
  destinationOf,
  knownProfiles,
  thenWords,
  withDestination,
  withProfile,
} from '../../../../src/panel/page/views/policy/rules/destination.ts';

const TIERS = { T1: { model: 'm1' }, big: { model: 'm2' } };

const READ: readonly [then: unknown, destination: Destination, words: string][] = [
  [{ profile: 'coder', model: 'T1' }, { kind: 'tier', tier: 'T1' }, 'profile coder, tier T1'],
  [{ model: 'big' }, { kind: 'tier', tier: 'big' }, 'tier big'],
  [{ model: 'T9' }, { kind: 'tier', tier: 'T9' }, 'tier T9'],
  [{ model: 'm1', provider: 'p1' }, { kind: 'model', model: 'm1', provider: 'p1' }, 'm1 @ p1'],
  [{ model: 'm1' }, { kind: 'model', model: 'm1', provider: '' }, 'm1'],
  [{ profile: 'r', action: 'classify' }, { kind: 'classify' }, 'profile r, the classifier picks the tier'],
  [{ profile: 'r', deny: true }, { kind: 'deny' }, 'refused'],
  [{ profile: 'r' }, { kind: 'none' }, 'profile r, no model'],
  [null, { kind: 'none' }, 'no model'],
];

t.test('where a rule sends a task', async (t) => {
  for (const [then, destination, words] of READ) {
    t.strictSame(destinationOf(then, TIERS), destination);
    t.equal(thenWords(then, TIERS), words);
  }
});

t.test('sending it elsewhere keeps the profile and whatever else it says', async (t) => {
  const then: JsonObject = { profile: 'coder', model: 'm1', provider: 'p1', note: 'mine' };
  const kept = { profile: 'coder', note: 'mine' };
  t.strictSame(withDestination(then, { kind: 'tier', tier: 'T2' }), { ...kept, model: 'T2' });
  t.strictSame(withDestination(then, { kind: 'classify' }), { ...kept, action: 'classify' });
  t.strictSame(withDestination(then, { kind: 'deny' }), { ...kept, deny: true });
  t.strictSame(withDestination(then, { kind: 'none' }), kept);
  t.strictSame(withDestination({ deny: true }, { kind: 'model', model: 'm', provider: 'p' }), {
    model: 'm',
    provider: 'p',
  });
  t.strictSame(withProfile(then, 'ops'), { ...then, profile: 'ops' });
  t.strictSame(withProfile({ profile: 'coder', model: 'T1' }, ''), { model: 'T1' });
});

t.test('the profiles that a policy names', async (t) => {
  const rules = [{ then: { profile: 'a' } }, { then: { profile: 'b' } }, { then: {} }];
  t.strictSame(knownProfiles({ rules, default: { profile: 'a' }, fail_safe: { profile: 'c' } }), ['a', 'b', 'c']);
  t.strictSame(knownProfiles({}), []);
});
