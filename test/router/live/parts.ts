import { join } from 'node:path';
import type { Test } from 'tap';
import { openBlocklist } from '../../../src/blocklist/blocklist.ts';
import { createClassifierRecord } from '../../../src/classifier/health.ts';
import type { JsonObject } from '../../../src/lib/json.ts';
import { extraSignals } from '../../../src/policy/extra-signals.ts';
import { decideLive, type LiveDecision } from '../../../src/router/live/decide.ts';
import { createDecisionCache } from '../../../src/router/live/decision-cache.ts';
import type { LiveParts, LiveRequest } from '../../../src/router/live/live-request.ts';
import { createSessionPins } from '../../../src/router/live/session-pins.ts';
import { type TestClock, testClock } from '../../blocklist/machine.ts';
import type { StandIn } from '../../classifier/asking.ts';

/** Monday noon, outside every price window that the tests use. */
export const NOON = new Date('2026-08-17T12:00:00Z');

/** A router with its own memory and breaker file, on a clock that the test moves. */
export interface TestRouter {
  readonly parts: LiveParts;
  readonly clock: TestClock;
  decide(document: JsonObject, request: Partial<LiveRequest> & { readonly task: string }): Promise<LiveDecision>;
}

/** Opens a router in a temp folder. `asked` absent: nobody classifies. */
export function openRouter(t: Test, asked?: StandIn): TestRouter {
  const clock = testClock(NOON.getTime() / 1000);
  const parts: LiveParts = {
    blocklist: openBlocklist({
      stateFile: join(t.testdir(), 'breaker-state.json'),
      now: clock.now,
      monotonic: clock.monotonic,
    }),
    cache: createDecisionCache(() => clock.monotonic() * 1000),
    pins: createSessionPins(() => clock.monotonic() * 1000),
    classifier:
      asked === undefined
        ? null
        : {
            ask: asked.ask,
            checkGrant: asked.llm.checkGrant,
            isTaskRouted: () => false,
            record: createClassifierRecord(),
          },
  };
  return {
    parts,
    clock,
    decide: (document, request) =>
      decideLive(parts, {
        policy: { document, extraSignals: extraSignals(document), hash: 'hash' },
        text: request.task,
        model: '',
        provider: '',
        sessionId: '',
        assignee: '',
        at: clock.now(),
        classifierBudgetMs: 5000,
        ...request,
      }),
  };
}

/** The stages of a decision, in order. */
export function stagesOf({ steps }: LiveDecision): string[] {
  return steps.map(({ stage }) => stage);
}

/** The hops of a decision's plan as `model@provider`. */
export function hopsOf({ decision }: LiveDecision): string[] {
  return decision.chain_plan.chain.map(({ model, provider }) => `${model}@${provider}`);
}
