import { readFileSync } from 'node:fs';
import { test } from 'tap';
import { REGISTRY } from '../../src/models/registry.ts';
import { editedApp } from './editing.ts';

const EXAMPLE = readFileSync(new URL('../../router.example.yaml', import.meta.url), 'utf8');

test('/compaction follows the registry (spec: http 7.3, service 18.7)', async (t) => {
  const app = await editedApp(t, EXAMPLE);
  const { json } = await app.get('/compaction');
  const window = REGISTRY.get('glm-4.5-flash')?.context_window;
  t.match(json, { aggressiveness: 50, summarizer_window: window, warning: Boolean, compaction_errors: [] });
  t.equal(json.threshold_tokens, Math.floor(Number(json.summarizer_window) * Number(json.threshold_fraction)));
  t.ok(Number(json.threshold_tokens) < Number(window));
  t.match(json.compaction, {
    provider: 'zai',
    model: 'glm-4.5-flash',
    fallback_chain: [{ model: 'glm-5.3-flash' }, { model: 'gpt-5.6-luna' }, { model: 'mimo-v2.5' }],
  });
  t.match(json.effective_apply, { available: false, reason: /does not restart Hermes/ });
  t.ok(Object.keys(Object(json.model_thresholds)).length > 4);
  const eager = (await app.get('/compaction?aggr=100')).json;
  t.ok(Number(eager.threshold_fraction) <= Number(json.threshold_fraction));
  for (const aggr of ['abc', '500', '-1', '5.5', '101']) {
    const refused = await app.get(`/compaction?aggr=${aggr}`);
    t.strictSame([refused.status, refused.json.error], [400, 'aggr must be an integer between 0 and 100']);
  }
});

test('unknown models leave the map empty, a refused choice is an answer', async (t) => {
  const app = await editedApp(t);
  t.match((await app.get('/compaction')).json, {
    model_thresholds: {},
    summarizer_window: 128000,
    compaction: null,
    compaction_errors: [],
  });
  const broken = await editedApp(t, `${EXAMPLE.replace('model: glm-4.5-flash', 'model: no-such-model')}`);
  const { status, json } = await broken.get('/compaction');
  t.equal(status, 200);
  t.match(json, { compaction: null, compaction_errors: [/no-such-model/] });
  t.ok(Number(json.summarizer_window) > 128000, 'the widest of the policy');
});

test('no one is restarted', async (t) => {
  const app = await editedApp(t);
  const { status, json } = await app.post('/apply', { action: 'compaction', confirm: 'COMPACT', aggressiveness: 50 });
  t.equal(status, 400);
  t.match(json, { error: /does not restart Hermes/, code: 'restart_unavailable' });
});
