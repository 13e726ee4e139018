import { Type } from 'typebox';
import { Anything, answer, Mapping, words } from './common.ts';
import { PolicyInUse } from './reading.ts';

/** The planner's answer. */
export const ChainPlan = answer(
  {
    chain: Type.Array(Mapping, { description: 'The hops in the order in which they would be attempted.' }),
    requirements: Mapping,
    rejected: Type.Array(Mapping),
    unknown: Type.Array(Anything),
    bypassed: Type.Boolean(),
    unsatisfiable: Type.Array(Type.String()),
    strategy: Type.String(),
    strategy_declared: Type.String(),
    strategy_degraded: Type.Boolean(),
    strategy_degraded_reason: Type.String(),
    pin_primary: Type.Boolean(),
    independent_rails: Type.Integer(),
    time_agnostic: Type.Boolean(),
    time_cap_bypassed: Type.Boolean(),
    capped: Type.Array(Mapping),
    demoted: Type.Array(Type.String()),
    promoted: Type.Array(Type.String()),
    peak_priced: Type.Array(Type.String()),
    multipliers: Type.Record(Type.String(), Type.Number()),
    utc_hour: Type.Optional(Type.Integer()),
    utc_weekday: Type.Optional(Type.Integer({ description: '0 is Monday.' })),
    blocked: Type.Optional(Type.Array(Mapping)),
  },
  'The attempt order and why it is so. Optional fields are absent while unknown, never null.',
  'ChainPlan',
);

/** What was decided. */
export const Decision = answer(
  {
    matched_rule_id: Anything,
    output: Mapping,
    matched_clauses: Mapping,
    cause: Type.String(),
    chain_plan: ChainPlan,
  },
  'What the rules decide for the task.',
  'Decision',
);

/** When it was decided. */
export const EvaluatedAt = answer(
  {
    at: Type.String(),
    at_source: words('now', 'explicit'),
    utc_hour: Type.Integer(),
    utc_weekday: Type.Integer(),
    time_aware: Type.Boolean(),
  },
  'The hour that was evaluated.',
);

const DryRun = {
  mode: Type.Literal('deterministic_dry_run'),
  requires_classifier: Type.Boolean({ description: 'A live decision would ask the classifier.' }),
  decision: Decision,
  chain_plan: ChainPlan,
  features: Mapping,
  evaluated_at: Type.Optional(EvaluatedAt),
  preview: answer(
    {
      seed: Type.Integer(),
      reproducible_within: Type.Literal('utc_hour'),
      time_relative: Type.Boolean(),
      time_relative_reasons: Type.Array(Type.String()),
      sized_from: words('task', 'prompt_text'),
      prompt_chars: Type.Integer(),
    },
    'How far the preview can be reproduced.',
  ),
  policy_in_use: PolicyInUse,
};

/** The `/explain` answer. */
export const ExplainAnswer = answer(DryRun, 'The dry run.', 'Explanation');

/** The `/trace` answer. */
export const TraceAnswer = answer(
  {
    ...DryRun,
    why_not: answer(
      { rules: Type.Array(Mapping), hops: Type.Array(Mapping) },
      'What ruled out each other rule and hop, and the nearest change that would admit it.',
    ),
    if_unclassified: Type.Optional(
      answer(
        { profile: Type.String(), model: Type.String(), provider: Type.String(), chain_plan: ChainPlan },
        'Where the task goes when there is no classifier.',
      ),
    ),
  },
  'The dry run with its reasons.',
  'Trace',
);

const Parameters = {
  task: Type.String({ description: 'What is to be done: 1 to 8192 characters after trimming.' }),
  at: Type.Optional(Type.String({ description: 'ISO-8601 moment to evaluate at; no offset means UTC. Default: now.' })),
  prompt_text: Type.Optional(
    Type.String({ description: 'The text the model would receive, at most 1048576 characters. Default: the task.' }),
  ),
};

/** The query of a dry run. */
export const ExplainQuery = Type.Object(Parameters);

/** The lenient body of `POST /explain`. */
export const ExplainBody = Type.Object(Parameters);

/** The strict body of `POST /trace`. */
export const TraceBody = Type.Object(Parameters, { additionalProperties: false });
