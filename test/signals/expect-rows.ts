import type { Test } from 'tap';
import { extractSignals } from '../../src/signals/extract.ts';
import { EXTRACTED_FEATURE_NAMES, type ExtraSignals, type Features } from '../../src/signals/features.ts';

/** A task text and what some of its features must be. */
export type Row = readonly [task: string, expected: Partial<Features>];

/** Asserts each row's features, under a name that shows the text. */
export function expectRows(t: Test, rows: readonly Row[], extra: ExtraSignals = {}): void {
  for (const [task, expected] of rows) {
    const features = extractSignals(task, { extra });
    for (const name of EXTRACTED_FEATURE_NAMES) {
      if (name in expected) t.strictSame(features[name], expected[name], `${name} of ${JSON.stringify(task)}`);
    }
  }
}
