import t from 'tap';
import type { Classification, FailedHop } from '../../src/classifier/classify.ts';
import { createClassifierRecord } from '../../src/classifier/health.ts';

const failed = (code: FailedHop['code'], hop = 'a@p'): FailedHop => ({
  hop,
  code,
  reason: `why ${code}`,
  fix: [`${code}.key: true`],
});
const failure = (...hops: FailedHop[]): Classification => ({ answered: false, failed: hops });
const answer = (...hops: FailedHop[]): Classification => ({
  answered: true,
  verdict: { tier: 'T1', confidence: 'high' },
  hop: 'b@q',
  failed: hops,
});
const REFUSED = {
  code: 'refused',
  reason: 'not granted',
  fix: ['x.allow_provider_override: true', 'x.y: true'],
} as const;

t.test('nobody asked yet', async (t) => {
  t.same(createClassifierRecord().health(null), {
    state: 'unused',
    reason: 'no task needed it since the start',
    fix: null,
    last_50: {},
  });
});

t.test('the grant is looked at before anybody is asked', async (t) => {
  t.match(createClassifierRecord().health(REFUSED), {
    state: 'refused',
    reason: 'not granted',
    fix: 'x.allow_provider_override: true\nx.y: true',
  });
  const noKey = { code: 'no_credentials', reason: 'no key', fix: ['ZAI_API_KEY=<key>'] } as const;
  t.match(createClassifierRecord().health(noKey), { state: 'unavailable', fix: 'ZAI_API_KEY=<key>' });
});

t.test('the last attempt decides the rest', async (t) => {
  const states: readonly (readonly [Classification, object])[] = [
    [answer(), { state: 'ok', reason: 'b@q answered', fix: null }],
    [answer(failed('timeout')), { state: 'ok', reason: 'b@q answered after a@p: why timeout (timeout)' }],
    [
      failure(failed('timeout'), failed('no_credentials', 'b@q')),
      { state: 'failing', reason: /timeout.*no_credentials/ },
    ],
    [failure(failed('bad_reply')), { state: 'failing' }],
    [failure(failed('refused')), { state: 'unused', reason: /^set up since/, fix: null }],
    [failure(failed('no_credentials')), { state: 'unused' }],
  ];
  for (const [classification, expected] of states) {
    const record = createClassifierRecord();
    record.note(classification);
    t.match(record.health(null), expected);
  }
});

t.test('a hop that cannot be looked at in advance keeps its last failure', async (t) => {
  const record = createClassifierRecord();
  record.note(failure(failed('no_model', 'auxiliary.classifier')));
  t.match(record.health('unknown'), { state: 'unavailable', fix: 'no_model.key: true' });
});

t.test('the last fifty are counted by outcome', async (t) => {
  const record = createClassifierRecord();
  for (let i = 0; i < 20; i++) record.note(failure(failed('timeout')));
  for (let i = 0; i < 45; i++) record.note(answer());
  t.same(record.health(null).last_50, { timeout: 5, answered: 45 });
});
