import { readFileSync } from 'node:fs';
import t from 'tap';
import { effectiveThreshold } from '../../src/models/thresholds.ts';
import { priceWindowProblems } from '../../src/models/window-problems.ts';
import { effectivePrice, inExpensiveWindow, nextWindowChange, priceMultiplier } from '../../src/models/windows.ts';

interface WindowRow {
  id: string;
  price_windows: unknown;
  when: string | null;
  multiplier: number;
  effective_price: [number, number];
  in_expensive_window: boolean;
  next_window_change: unknown;
  diagnostics: number;
}

// The golden files are fixed in their shape, so the cast stands at the edge of the tests only.
const golden = (name: string) => JSON.parse(readFileSync(new URL(`../golden/${name}`, import.meta.url), 'utf8'));

t.test('windows.json', async (t) => {
  const rows: WindowRow[] = golden('windows.json');
  t.equal(rows.length, 96);
  for (const row of rows) {
    const at = row.when === null ? null : new Date(row.when);
    const declared = { context_window: 128_000, price_in: 1.0, price_out: 3.0, price_windows: row.price_windows };
    const model = row.id;
    t.strictSame(
      {
        multiplier: priceMultiplier(model, at, declared),
        effective_price: effectivePrice(model, at, declared),
        in_expensive_window: inExpensiveWindow(model, at, declared),
        next_window_change: nextWindowChange(model, at, declared),
        diagnostics: priceWindowProblems(model, row.price_windows).length,
      },
      {
        multiplier: row.multiplier,
        effective_price: row.effective_price,
        in_expensive_window: row.in_expensive_window,
        next_window_change: row.next_window_change,
        diagnostics: row.diagnostics,
      },
      row.id,
    );
  }
});

t.test('thresholds.json', async (t) => {
  const rows: { window: number; aggressiveness: number; p_eff: number }[] = golden('thresholds.json');
  t.equal(rows.length, 112);
  for (const { window, aggressiveness, p_eff } of rows)
    t.equal(effectiveThreshold(window, aggressiveness), p_eff, `${window} at ${aggressiveness}`);
});
