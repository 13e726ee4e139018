import { Type } from 'typebox';
import { Anything, answer, Mapping, words } from './common.ts';
import { ChainPlan, Decision, EvaluatedAt } from './decision.ts';

const Step = answer(
  {
    stage: words('blocklist', 'veto', 'signals', 'rules', 'session_pin', 'cache', 'classifier', 'fail_safe'),
    in: Mapping,
    out: Mapping,
    cause: Type.Union([Type.String(), Type.Null()], { description: 'Null for a stage that decides nothing.' }),
  },
  'What one stage was given, and what it made of it.',
  'Step',
);

/** The `POST /route` answer. */
export const RouteAnswer = answer(
  {
    mode: Type.Literal('live'),
    decision: Decision,
    chain_plan: ChainPlan,
    steps: Type.Array(Step),
    evaluated_at: EvaluatedAt,
    id: Type.String({ description: 'Of the record: GET /routes?id=...' }),
    logged: words('durable', 'degraded'),
  },
  'The decision. `output.deny` is true when nothing usable is left. `logged` is `degraded` when its record is not on disk.',
  'LiveDecision',
);

/** The header of the routes that may spend money or start an agent. */
export const NamedClient = Type.Object({
  'X-Hermes-Router-Client': Type.String({
    minLength: 1,
    description:
      'Name of the calling program. The Hermes WebUI proxy strips it: nothing inside the WebUI can call this.',
  }),
});

const name = (description: string) => Type.Optional(Type.String({ maxLength: 200, description }));
const text = (description: string) => Type.Optional(Type.String({ maxLength: 1_048_576, description }));

/** The strict body of `POST /route`. */
export const RouteBody = Type.Object(
  {
    task: Type.String({ description: 'What is to be done: 1 to 1048576 characters after trimming.' }),
    context: text('What the model will read in front of the task.'),
    prompt_text: text('The whole text the model will receive. Not together with context.'),
    model: name('The model the caller asks for: refused if it is blocked.'),
    provider: name('Its provider.'),
    session_id: name('Within a session no task runs on a lower tier than the classifier once gave.'),
    assignee: name('The role that the caller fixed.'),
    source: name('kanban, chat or delegate; anything else is recorded as unknown.'),
  },
  { additionalProperties: false },
);

const DecisionItem = answer(
  {
    id: Type.String(),
    ts: Type.Union([Type.Number(), Type.Null()], { description: 'Epoch seconds.' }),
    cause: Anything,
    rule_id: Anything,
    task: Type.String({ description: 'The first 120 characters. Untrusted text.' }),
    model: Type.String({ description: 'What was tried first; empty when nothing was.' }),
    provider: Type.String(),
    declared_model: Type.String(),
    source: words('kanban', 'chat', 'delegate', 'unknown'),
    in_policy: Type.Boolean({
      description: 'A tier, one of its hops, or the compaction of the current policy names the model.',
    }),
  },
  'One recorded decision.',
  'DecisionItem',
);

/** A page of decisions. */
export const DecisionList = answer(
  {
    trace_path: Type.String(),
    count: Type.Integer({ description: 'All recorded decisions.' }),
    matched: Type.Integer({ description: 'Those that the filters let through.' }),
    skipped_lines: Type.Integer({ description: 'Lines of the log that hold no record.' }),
    routes: Type.Array(DecisionItem),
    next_cursor: Type.Optional(Type.String({ description: 'Present when there are older ones.' })),
  },
  'A page of decisions, newest first.',
  'DecisionList',
);

/** The `GET /routes` answer: a page, or with `id` one record as it was written, with the attempts that Hermes reported. */
export const RoutesAnswer = Type.Union([DecisionList, Mapping], { description: 'A page, or one record.' });

/** The query of `GET /routes`. */
export const RoutesQuery = Type.Object({
  id: Type.Optional(Type.String({ description: 'One record, whole. The other parameters are ignored.' })),
  limit: Type.Optional(Type.String({ description: '1 to 500, clamped; 50 for anything that is no number.' })),
  source: Type.Optional(words('kanban', 'chat', 'delegate', 'unknown')),
  policy_only: Type.Optional(Type.String({ description: '1, true or yes: only what the current policy still names.' })),
  cursor: Type.Optional(Type.String({ description: 'next_cursor of the page before.' })),
});

const Rate = Type.Union([Type.Number(), Type.Null()]);

/** The `GET /outcomes` answer. */
export const OutcomesAnswer = answer(
  {
    tiers: Type.Record(
      Type.String(),
      answer(
        {
          cards: Type.Integer(),
          resolved: Type.Integer(),
          counts: Type.Record(Type.String(), Type.Integer()),
          success_rate: Rate,
          blocked_rate: Rate,
          rate_limited_rate: Rate,
        },
        'How the decisions of one tier ended. The rates are shares of `resolved`, null when nothing is.',
      ),
    ),
    outcomes_path: Type.String(),
  },
  'How decisions ended, by tier.',
);
