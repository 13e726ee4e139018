import type { JsonObject } from '../lib/json.ts';
import type { FailureEnvelope } from './envelope.ts';
import type { RefusalCode } from './refusal.ts';
import type { JobRequest } from './request.ts';
import type { Target } from './targets.ts';

/** What the rules alone say about a task that is submitted: refused for certain, or open until the live decision. */
export type RoutePreview =
  | { readonly kind: 'refused'; readonly code: RefusalCode; readonly envelope: FailureEnvelope }
  | {
      readonly kind: 'open';
      /** Empty where only the live decision will tell. */
      readonly profile: string;
      /** The planned model; empty where the classifier is to choose it. */
      readonly model: string;
    };

/** A live decision about a job. */
export type RouteAnswer =
  | {
      readonly kind: 'routed';
      readonly decisionId: string;
      readonly profile: string;
      /** What to attempt, in order. */
      readonly targets: readonly Target[];
      /** The pair whose half-open probe the decision may hold; `null` for none. */
      readonly head: Target | null;
    }
  | { readonly kind: 'declined'; readonly decisionId: string | null; readonly envelope: FailureEnvelope };

/** How jobs ask the router. The rooms above supply it: a live decision is made in the same way for every face. */
export interface JobRouter {
  /** Changes nothing: no probe, no classifier, no record. */
  preview(request: JobRequest): RoutePreview;
  /** Decides, with the record of the decision carrying the job's id. Never rejects. */
  decide(request: JobRequest, jobId: string): Promise<RouteAnswer>;
  /** The policy that decides now, for the tier table and the breaker. */
  document(): JsonObject;
}
