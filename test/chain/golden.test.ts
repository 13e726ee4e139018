import { readFileSync } from 'node:fs';
import t from 'tap';
import { planChain } from '../../src/chain/plan.ts';

interface PlanRow {
  id: string;
  output: unknown;
  features: unknown;
  when: string | null;
  plan: Record<string, unknown>;
}

t.test('plans.json: values exact, keys in the same order', async (t) => {
  const text = readFileSync(new URL('../golden/plans.json', import.meta.url), 'utf8');
  const rows: PlanRow[] = JSON.parse(text);
  t.equal(rows.length, 216);
  for (const row of rows) {
    const plan = planChain(row.output, row.features, { at: row.when === null ? null : new Date(row.when) });
    const { strategy_degraded_reason: reason, ...rest } = plan;
    t.strictSame(rest, row.plan, row.id);
    t.strictSame(Object.keys(rest), Object.keys(row.plan), `${row.id} key order`);
    t.equal(reason !== '', row.plan.strategy_degraded, `${row.id} has a reason exactly when degraded`);
  }
});
