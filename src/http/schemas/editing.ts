import type { FastifySchema } from 'fastify';
import { Type } from 'typebox';
import { Anything, answer, GUARD_FAILURES, Mapping, responses, words } from './common.ts';

const Hash = (description: string) => Type.String({ pattern: '^[0-9a-f]{64}$', description });
const Texts = Type.Array(Type.String());

const ReplayedRoute = answer(
  {
    rule_id: Anything,
    profile: Anything,
    model: Anything,
    provider: Anything,
    chain: Type.Array(Type.String({ description: 'model@provider' })),
    outcome: words('run', 'deny', 'classify'),
  },
  'Where a recorded task goes under a policy.',
  'ReplayedRoute',
);

const Impact = answer(
  {
    considered: Type.Integer(),
    replayed: Type.Integer(),
    changed: Type.Integer(),
    changes: Type.Array(answer({ from: Type.String(), to: Type.String(), count: Type.Integer() }, 'A change.')),
    examples: Type.Array(
      answer(
        { id: Type.String(), ts: Anything, task: Anything, from: ReplayedRoute, to: ReplayedRoute },
        'A decision that would come out differently.',
      ),
    ),
    not_replayed: Type.Array(answer({ reason: Type.String(), count: Type.Integer() }, 'What was left out, and why.')),
    complete: Type.Boolean({ description: 'False when the time for it ran out.' }),
    notes: Texts,
  },
  'The last 200 decisions under the proposed policy.',
  'Impact',
);

/** The `POST /plan` answer. */
export const PlanAnswer = answer(
  {
    valid: Type.Boolean(),
    errors: Texts,
    error_targets: Type.Array(Type.Union([Mapping, Type.Null()])),
    warnings: Texts,
    diff: Type.String({ description: 'Unified diff of the bytes that /apply would write; empty for none.' }),
    no_op: Type.Boolean(),
    preview: Mapping,
    policy: Mapping,
    current: Mapping,
    base_hash: Type.String({ description: 'sha256 of the bytes of the file; empty when they cannot be read.' }),
    ignored: Type.Array(Type.String(), { description: 'Top-level keys that are not editable here.' }),
    impact: Type.Union([Impact, Type.Null()]),
    plan_id: Type.Union([Type.String(), Type.Null()], { description: 'Applies just this: once, within ten minutes.' }),
  },
  'What a change would write, and what would come of it.',
  'Plan',
);

/** The `POST /apply` answer. */
export const ApplyAnswer = answer(
  { ok: Type.Literal(true), no_op: Type.Boolean(), base_hash: Hash('Of the file as it is now.') },
  'The change is in effect. `no_op`: there was nothing to change, and nothing was written.',
);

/** The `POST /apply/revert` answer. */
export const RevertAnswer = Type.Union(
  [
    answer(
      {
        ok: Type.Literal(true),
        reverted: Type.Literal(true),
        base_hash: Hash('Of the file as it is now.'),
        saved: Type.Integer({ description: 'Number of the history entry with what was replaced.' }),
      },
      'The policy is the one before.',
    ),
    answer({ ok: Type.Literal(false), error: Type.Literal('no snapshot') }, 'There is none before.'),
  ],
  { description: 'Went one step back, or there was none.' },
);

/** The `/compaction` answer. */
export const CompactionAnswer = answer(
  {
    aggressiveness: Type.Integer(),
    model_thresholds: Type.Record(Type.String(), Type.Number()),
    summarizer_window: Type.Integer(),
    threshold_fraction: Type.Number(),
    threshold_tokens: Type.Integer(),
    warning: Type.Boolean({ description: 'The summarizer would be asked for more than it can read.' }),
    compaction: Type.Union([Mapping, Type.Null()]),
    compaction_errors: Texts,
    effective_apply: answer({ available: Type.Literal(false), reason: Type.String() }, 'Hermes is not restarted here.'),
  },
  'When long conversations are compacted, and by which model.',
);

const PlanBodySchema = Type.Object({
  policy: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'The change: a merge patch.' })),
  changes: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'Older name of `policy`.' })),
});

const ApplyBodySchema = Type.Object({
  plan: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'The answer of POST /plan.' })),
  policy: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'The change that was planned.' })),
  plan_id: Type.Optional(Type.String({ description: 'Instead of both.' })),
});

const BODY_FAILURES = ['invalid_json', 'body_too_large', 'unsupported_encoding', ...GUARD_FAILURES] as const;
const WRITE_FAILURES = ['policy_changed', 'policy_read_only', 'policy_locked', 'policy_write_failed'] as const;

/** The documentation of the routes that change the policy, by method and path. */
export const EDIT_ROUTE_SCHEMAS: Readonly<Record<string, FastifySchema & { readonly summary: string }>> = {
  'POST /plan': {
    summary: 'What a change would write, and what would come of it; writes nothing',
    body: PlanBodySchema,
    response: responses(PlanAnswer, ['plan_required', ...BODY_FAILURES]),
  },
  'POST /apply': {
    summary: 'Write a change that was planned',
    headers: Type.Object({
      'If-Match': Type.Optional(Type.String({ description: 'The base_hash in double quotes.' })),
    }),
    body: ApplyBodySchema,
    response: responses(ApplyAnswer, ['plan_required', ...WRITE_FAILURES, ...BODY_FAILURES]),
  },
  'POST /apply/revert': {
    summary: 'Go back to the policy before the last change; again, one further',
    body: Type.Object({ base_hash: Type.Optional(Hash('The file must still have it.')) }),
    response: responses(RevertAnswer, ['base_hash_required', ...WRITE_FAILURES, ...BODY_FAILURES]),
  },
  'GET /compaction': {
    summary: 'When long conversations are compacted, and by which model',
    querystring: Type.Object({
      aggr: Type.Optional(Type.String({ description: '0 (fill the window) to 100 (compact early); 50 when absent.' })),
    }),
    response: responses(CompactionAnswer, ['invalid_field', ...GUARD_FAILURES]),
  },
};
