import type { Static } from 'typebox';
import type { TraceAnswer } from '../../../http/schemas/decision.ts';
import type { ApplyAnswer, CompactionAnswer, PlanAnswer, RevertAnswer } from '../../../http/schemas/editing.ts';
import type { JobAnswer, JobDecisionAnswer, JobsAnswer, OutputAnswer } from '../../../http/schemas/jobs.ts';
import type { DecisionList as DecisionListSchema } from '../../../http/schemas/live.ts';
import type {
  BlocklistAnswer,
  CapabilitiesAnswer,
  LivenessAnswer,
  PolicyAnswer,
  StatusAnswer,
} from '../../../http/schemas/reading.ts';
import type { DoctorAnswer } from '../../../http/schemas/upkeep.ts';

/*
 * The answers the page reads, by the name of their path, as the daemon's own schemas describe them: its contract tests hold it to these.
 */

export type Status = Static<typeof StatusAnswer>;
export type Policy = Static<typeof PolicyAnswer>;
export type Blocklist = Static<typeof BlocklistAnswer>;
export type Liveness = Static<typeof LivenessAnswer>;
export type Capabilities = Static<typeof CapabilitiesAnswer>;
export type Compaction = Static<typeof CompactionAnswer>;
export type Doctor = Static<typeof DoctorAnswer>;
export type Trace = Static<typeof TraceAnswer>;
export type Plan = Static<typeof PlanAnswer>;
export type Applied = Static<typeof ApplyAnswer>;
export type Reverted = Static<typeof RevertAnswer>;
export type DecisionList = Static<typeof DecisionListSchema>;
export type Job = Static<typeof JobAnswer>['job'];
export type JobList = Static<typeof JobsAnswer>;
export type JobDecision = Static<typeof JobDecisionAnswer>;
export type OutputPiece = Static<typeof OutputAnswer>;
