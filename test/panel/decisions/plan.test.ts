import { test } from 'tap';
import { planChain } from '../../../src/chain/plan.ts';
import { storedPlan } from '../../../src/journal/plan-record.ts';
import type { JsonObject } from '../../../src/lib/json.ts';
import { REGISTRY } from '../../../src/models/registry.ts';
import { effectivePrice } from '../../../src/models/windows.ts';
import { hopPrice } from '../../../src/panel/page/parts/decision/hop-price.ts';
import { planFacts } from '../../../src/panel/page/parts/decision/plan-facts.ts';
import {
  hopRemarks,
  leftOut,
  needsWords,
  orderWords,
  planNotes,
  reasonWords,
} from '../../../src/panel/page/parts/decision/plan-words.ts';

/** A Monday; deepseek charges double from 6 to 10. */
const PEAK = new Date('2026-08-17T07:00:00Z');
const CALM = new Date('2026-08-17T12:00:00Z');
const TIER = {
  model: 'gpt-5.6-terra',
  provider: 'openai-codex',
  fallback: [
    { model: 'deepseek-v4-pro', provider: 'deepseek', billing_mode: 'metered' },
    { model: 'my-own', provider: 'shed' },
  ],
};

function facts(output: JsonObject, features: JsonObject = {}, at: Date | null = PEAK, over: JsonObject = {}) {
  const read = planFacts(JSON.parse(JSON.stringify({ ...planChain(output, features, { at }), ...over })));
  if (read === null) throw new Error('no plan');
  return read;
}

const texts = (plan: ReturnType<typeof facts>) => planNotes(plan).map(({ text }) => text);

test('what a task needs and how the hops are ordered', async (t) => {
  t.equal(needsWords(facts(TIER)), 'nothing special');
  const plan = facts({ ...TIER, fallback_strategy: 'cheapest_now' }, { est_input_tokens: 10_000, needs_vision: true });
  t.match(needsWords(plan), /^room for [\d,]+ input tokens, vision$/);
  t.equal(
    orderWords(facts({ ...TIER, fallback_strategy: 'cheapest_now' })),
    'cheapest first at this hour, the first one stays first; on 3 independent providers',
  );
  t.equal(orderWords(facts(TIER)), 'as the tier names them; on 3 independent providers');
});

test('a price is the base times the factor of the hour, as the planner has it', async (t) => {
  const entry: JsonObject = JSON.parse(JSON.stringify(REGISTRY.get('deepseek-v4-pro')));
  for (const at of [PEAK, CALM]) {
    const plan = facts(TIER, {}, at);
    const [hop] = plan.chain.filter(({ model }) => model === 'deepseek-v4-pro');
    if (hop === undefined) throw new Error('no hop');
    const cost = hopPrice(hop, plan, entry);
    t.strictSame([cost.input, cost.output], effectivePrice('deepseek-v4-pro', at));
    t.equal(cost.multiplier, at === PEAK ? 2 : 1);
    t.equal(cost.billing, 'metered');
    const unmeasured = { ...plan, multipliers: new Map<string, number>() };
    t.strictSame(hopPrice(hop, unmeasured, entry), cost, 'a plan without factors is priced by the windows');
  }
  const timeless = facts(TIER, {}, null);
  t.equal(timeless.chain[1] && hopPrice(timeless.chain[1], timeless, entry).multiplier, null);
});

test('not published is not free, and half a pair is no price', async (t) => {
  const plan = facts(TIER);
  const hop = (over: object) => ({
    model: 'm',
    provider: '',
    billing: null,
    priceIn: null,
    priceOut: null,
    reason: '',
    ...over,
  });
  t.equal(hopPrice(hop({}), plan, null).input, null);
  t.equal(hopPrice(hop({ priceIn: 0, priceOut: 0 }), plan, null).input, 0);
  t.equal(hopPrice(hop({ priceIn: 1 }), plan, null).input, null);
  t.equal(hopPrice(hop({}), plan, { price_in: 1, price_out: -1 }).output, null);
  t.equal(hopPrice(hop({ priceIn: 3, priceOut: 4 }), plan, { price_in: 1, price_out: 1 }).input, 3, 'the hop wins');
});

test('what a reader should not miss', async (t) => {
  t.strictSame(texts(facts({ ...TIER, fallback: [] })), []);
  t.match(texts(facts(TIER)).join('\n'), /Nobody declared everything about my-own/);
  t.match(texts(facts({ ...TIER, fallback: [] }, { est_input_tokens: 2_000_000 })).join('\n'), /bypassed/);
  const beyond = texts(facts({ ...TIER, fallback: [] }, { est_input_tokens: 90_000_000 }));
  t.match(beyond[0], /^No known model takes [\d,]+ input tokens/);
  t.match(
    texts(facts({ ...TIER, fallback_strategy: 'cheapest_now' }, {}, null)).join('\n'),
    /cheapest_now needs a clock/,
  );
  t.match(texts(facts({})).join('\n'), /The queue is empty/);
  const blocked = [{ model: 'my-own', provider: 'shed', reject_reason: 'blocked' }];
  t.match(texts(facts(TIER, {}, PEAK, { blocked })).join('\n'), /Left out because it was blocked: my-own @ shed/);
  const labelled = facts(TIER, {}, PEAK, { blocked, blocked_source: 'preview_label' });
  t.match(texts(labelled).join('\n'), /Blocked now: my-own @ shed\. A live decision passes over it/);
  const own = labelled.chain.find(({ model }) => model === 'my-own');
  t.ok(own && hopRemarks(own, labelled).some(({ text }) => text === 'blocked'));
  t.match(texts(facts(TIER, {}, PEAK, { blocklist_widened: true })).join('\n'), /others took their place/);
  t.match(texts(facts(TIER, {}, PEAK, { blocklist_bypassed: true })).join('\n'), /Everything is blocked/);
});

test('peak hours move hops, and a cap leaves them out', async (t) => {
  const moved = facts({ ...TIER, time_policy: { avoid_peak: ['deepseek'] } });
  t.match(texts(moved).join('\n'), /Moved back, because it charges more at this hour: deepseek-v4-pro/);
  const capped = facts({ ...TIER, time_cap: { max_multiplier: 1.5 } });
  t.strictSame(leftOut(capped), [{ name: 'deepseek-v4-pro', why: 'it costs ×2 at this hour, the tier allows ×1.5' }]);
});

test('what was left out, with its reason; the record says what it cut', async (t) => {
  const hops = Array.from({ length: 11 }, (_, index) => ({
    model: `blind-${index}`,
    provider: 'p',
    vision: false,
    context_window: 1000,
  }));
  const output = {
    model: 'sees',
    provider: 'p',
    declared_capabilities: { vision: true, context_window: 1000 },
    fallback: hops,
  };
  const plan = planFacts(JSON.parse(JSON.stringify(storedPlan(planChain(output, { needs_vision: true })))));
  const rows = plan === null ? [] : leftOut(plan);
  t.strictSame(rows[0], { name: 'blind-0 @ p', why: 'it cannot see images' });
  t.strictSame(rows.at(-1), { name: '3 other hops', why: 'not in the record' });
  t.equal(reasonWords('toString'), 'toString', 'a reason of a later version is shown as it is');
});

test('a plan of any shape can be read', async (t) => {
  for (const odd of [undefined, null, 7, 'x', [], {}, { chain: 'x' }]) t.equal(planFacts(odd), null);
  const odd = planFacts({ chain: [null, 7, { model: 7, provider: [] }], multipliers: [1], blocked: 'x', capped: [{}] });
  t.strictSame(odd?.chain, [{ model: '7', provider: '', billing: null, priceIn: null, priceOut: null, reason: '' }]);
  t.equal(odd === null ? null : planNotes(odd).length, 0);
});
