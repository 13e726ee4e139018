import { dirname, join, resolve } from 'node:path';
import { setting } from '../hermes/paths.ts';

/** The journals about decisions. They lie beside each other. */
export interface DecisionJournalPaths {
  /** Decisions, written by us. */
  readonly routes: string;
  /** How tasks ended, written by us. */
  readonly outcomes: string;
  /** Which hops were tried: written by Hermes' core, only read here. */
  readonly attempts: string;
}

/**
 * Where the decision journals are: `HERMES_ROUTE_TRACE_FILE` names the decision log (empty counts as unset), otherwise it is
 * `routes.jsonl` in the state folder. The variable moves the journals beside it too, and nothing else.
 */
export function decisionJournalPaths(stateDir: string, env: NodeJS.ProcessEnv): DecisionJournalPaths {
  const routes = resolve(setting(env, 'HERMES_ROUTE_TRACE_FILE') ?? join(stateDir, 'routes.jsonl'));
  const folder = dirname(routes);
  return { routes, outcomes: join(folder, 'outcomes.jsonl'), attempts: join(folder, 'attempts.jsonl') };
}
