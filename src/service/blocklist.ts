import type { BlocklistView } from '../blocklist/blocklist.ts';
import type { ServiceContext } from './context.ts';
import { servedDocument } from './policy-in-use.ts';

/** The `/blocklist` body. */
export interface BlocklistBody extends BlocklistView {
  /** What is wrong with the breaker's state file, for a person; absent when nothing is. Bans hold regardless. */
  readonly state_problem?: string;
}

/** Manual bans and substitutes of the policy file on disk, and the breaker as it stands. Moves no breaker state. */
export function readBlocklist(context: ServiceContext): BlocklistBody {
  const view = context.blocklist.view(servedDocument(context.policy.read()));
  const problem = context.blocklist.problem();
  return problem === null ? view : { ...view, state_problem: problem };
}
