import { isMapping, type JsonObject, own } from '../lib/json.ts';
import { capabilitiesFor } from '../models/capabilities.ts';
import { effectiveThreshold, modelThresholds } from '../models/thresholds.ts';
import { resolveCompaction } from '../policy/compaction.ts';
import { tierHops } from '../policy/tier-hops.ts';
import type { ServiceContext } from './context.ts';
import { servedDocument } from './policy-in-use.ts';
import { compareText } from './policy-rows.ts';

/** The `/compaction` body: when long conversations are compacted at some aggressiveness, and by which model. */
export interface CompactionBody {
  readonly aggressiveness: number;
  /** For each model with a known window the fraction of it at which compaction starts. */
  readonly model_thresholds: Readonly<Record<string, number>>;
  /** Context window of the summarizer, in tokens. */
  readonly summarizer_window: number;
  readonly threshold_fraction: number;
  readonly threshold_tokens: number;
  /** True where the summarizer would be asked for more than it can read. */
  readonly warning: boolean;
  /** The resolved choice; `null` without one, or with errors. */
  readonly compaction: JsonObject | null;
  readonly compaction_errors: readonly string[];
  readonly effective_apply: { readonly available: false; readonly reason: string };
}

/** Window of a summarizer of which nothing is known, in tokens (spec: service 8.2). */
const UNKNOWN_WINDOW = 128_000;

/** Why a choice does not take effect by itself; also the answer to whoever asks for that. */
export const NO_RESTART =
  'this build does not restart Hermes: set auxiliary.compression in its config.yaml and restart it yourself';

/** What the policy on disk says about compaction. @param aggressiveness 0 to 100. */
export function readCompaction(context: ServiceContext, aggressiveness: number): CompactionBody {
  const document = servedDocument(context.policy.read());
  const { summarizer, windows } = compactionWindows(document);
  const { choice, errors } = resolveCompaction(document);
  const fraction = effectiveThreshold(summarizer, aggressiveness);
  const tokens = Math.floor(summarizer * fraction);
  return {
    aggressiveness,
    model_thresholds: modelThresholds(windows, aggressiveness),
    summarizer_window: summarizer,
    threshold_fraction: fraction,
    threshold_tokens: tokens,
    warning: tokens >= summarizer,
    compaction: Object.keys(choice).length === 0 ? null : choice,
    compaction_errors: errors,
    effective_apply: { available: false, reason: NO_RESTART },
  };
}

/** Known windows of every model that the tiers and the compaction block name, sorted, and that of the summarizer. */
function compactionWindows(document: JsonObject): {
  readonly summarizer: number;
  readonly windows: readonly (readonly [string, number])[];
} {
  const tiers = own(document, 'tiers');
  const rows = isMapping(tiers) ? Object.values(tiers).flatMap(tierHops) : [];
  const block = own(document, 'compaction');
  const chosen = isMapping(block) ? own(block, 'model') : undefined;
  const names = [...rows.map((row) => own(row, 'model')), chosen].filter((name) => typeof name === 'string');
  const windows = [...new Set(names)].sort(compareText).flatMap((name) => {
    const window = capabilitiesFor(name)?.context_window;
    return typeof window === 'number' && Number.isInteger(window) && window > 0 ? [[name, window] as const] : [];
  });
  const chosenWindow = windows.find(([name]) => name === chosen)?.[1];
  const widest = Math.max(0, ...windows.map(([, window]) => window));
  return { summarizer: chosenWindow ?? (widest === 0 ? UNKNOWN_WINDOW : widest), windows };
}
