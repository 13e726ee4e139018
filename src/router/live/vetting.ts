import { isBanned, manualBans } from '../../blocklist/bans.ts';
import type { Blocklist } from '../../blocklist/blocklist.ts';
import type { JsonObject } from '../../lib/json.ts';

/** The blocklist as one decision sees it: every pair has one answer from beginning to end. `provider` is empty for a hop without one. */
export interface Vetting {
  /** Is the pair refused? Spends nothing. */
  refuses(model: string, provider: string): boolean;
  /** As `refuses`, for the pair that will run: it takes the only probe of a breaker whose cooldown is over. */
  take(model: string, provider: string): Promise<boolean>;
  /** Is the pair refused by a person's ban, which no waiting and no emergency lifts? */
  isBanned(model: string, provider: string): boolean;
  /** Whole seconds until the first of the pairs refused so far may be tried again; `null` when time cures none of them. */
  retryAfterSeconds(): number | null;
}

interface Verdict {
  readonly model: string;
  readonly provider: string;
  readonly refused: boolean;
  readonly taken: boolean;
}

/**
 * Opens the view of one decision. Answers are remembered: asking again could fall on the other side of a cooldown's end, and after the probe
 * was taken the same pair would be refused to the very decision that holds it.
 */
export function openVetting(blocklist: Blocklist, document: JsonObject): Vetting {
  const verdicts = new Map<string, Verdict>();
  const key = (model: string, provider: string): string => JSON.stringify([model, provider]);
  const remember = (verdict: Verdict): boolean => {
    verdicts.set(key(verdict.model, verdict.provider), verdict);
    return verdict.refused;
  };
  return {
    refuses: (model, provider) => {
      const known = verdicts.get(key(model, provider));
      if (known !== undefined) return known.refused;
      return remember({ model, provider, refused: blocklist.wouldBlock(document, model, provider), taken: false });
    },
    take: async (model, provider) => {
      const known = verdicts.get(key(model, provider));
      if (known?.refused || known?.taken) return known.refused;
      const refused = await blocklist.isBlocked(document, model, provider);
      return remember({ model, provider, refused, taken: !refused });
    },
    isBanned: (model, provider) => isBanned(manualBans(document), model, provider),
    retryAfterSeconds: () => {
      const refused = [...verdicts.values()].filter((verdict) => verdict.refused);
      const waits = refused.flatMap(
        ({ model, provider }) => blocklist.retryAfterSeconds(document, model, provider) ?? [],
      );
      return waits.length === 0 ? null : Math.ceil(Math.min(...waits));
    },
  };
}
