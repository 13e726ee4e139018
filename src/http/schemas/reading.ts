import { Type } from 'typebox';
import { Anything, answer, Mapping, words } from './common.ts';

/** Which policy decides: the file on disk, or the last good one. */
export const PolicyInUse = answer(
  { hash: Type.Union([Type.String(), Type.Null()]), source: words('file', 'last_good', 'unvalidated') },
  'The policy that decides.',
  'PolicyInUse',
);

const Targets = Type.Array(Type.Union([Mapping, Type.Null()]), {
  description: 'For each error the rules it is about; null where it names none.',
});

const CooldownRow = answer(
  {
    model_key: Type.String({ description: 'model@provider' }),
    state: words('OPEN', 'HALF_OPEN'),
    cooldown_remaining_s: Type.Number(),
    backoff_seconds: Type.Number(),
    last_failure_kind: Type.String(),
    failure_count: Type.Number(),
    retry_at: Type.String(),
  },
  'A breaker that is not closed.',
);

const Origin = Type.Union([words('declared', 'overlay', 'registry'), Type.Null()]);

/** The `/health` answer. */
export const HealthAnswer = Type.Object(
  {
    ok: Type.Literal(true),
    service: Type.Literal('hermes-smart-router'),
    version: Type.Literal(1),
    token: words('present', 'missing'),
    runtime: Type.Object(
      {
        sidecar: Type.Literal('running'),
        last_seen_at: Type.Integer({ description: 'Epoch seconds.' }),
      },
      { additionalProperties: false },
    ),
  },
  { description: 'The daemon is alive.', title: 'Health', additionalProperties: false },
);

/** The `/status` answer. */
export const StatusAnswer = answer(
  {
    valid: Type.Boolean(),
    validation_errors: Type.Array(Type.String()),
    error_targets: Targets,
    warnings: Type.Array(Type.String()),
    enabled: Anything,
    rules_count: Type.Integer(),
    tiers: Type.Array(Type.String()),
    classifier: answer({ model: Type.String(), provider: Type.String() }, 'Empty texts where there is none.'),
    breaker_enabled: Type.Boolean(),
    configured_models: Type.Array(Mapping),
    agent_queues: Type.Array(Mapping),
    instance_id: Type.String(),
    version: Type.String(),
    process_started_at: Type.String(),
    code_mtime: Type.Optional(Type.String()),
    stale_code: Type.Boolean({ description: 'The process runs older code than is installed.' }),
    config_mtime: Type.Optional(Type.String()),
    policy_hash: Type.Optional(Type.String()),
    jobs: answer(
      { running: Type.Integer(), queued: Type.Integer(), slots: Type.Integer() },
      'Jobs that hold a slot, jobs that wait for one, and how many may run at once.',
    ),
    policy_in_use: PolicyInUse,
    log: answer(
      {
        path: Type.String(),
        state: words('ok', 'degraded'),
        written: Type.Integer(),
        dropped: Type.Integer({ description: 'Decisions that were answered but are not on disk.' }),
        repaired: Type.Integer({ description: 'Torn last lines that were ended.' }),
        last_error: Type.Union([Type.String(), Type.Null()], { description: 'Stays after recovery.' }),
      },
      'The decision log since the start of the process.',
    ),
    classifier_health: answer(
      {
        state: words('ok', 'unused', 'refused', 'failing', 'unavailable'),
        reason: Type.String(),
        fix: Type.Union([Type.String(), Type.Null()], {
          description: 'What to set in the files of Hermes, one key a line.',
        }),
        last_50: Type.Record(Type.String(), Type.Integer(), {
          description: 'The last 50 calls, counted by how they ended.',
        }),
      },
      'How the classifier stands: its last attempt, and whether the trust gate would let the next one through.',
    ),
  },
  'The policy on disk, and the process that serves it.',
);

/** The `/policy` answer. */
export const PolicyAnswer = answer(
  {
    rules: Type.Array(answer({ id: Anything, when: Anything, then: Anything }, 'A rule.')),
    default: Anything,
    tiers: Mapping,
    fail_safe: Anything,
    classifier: Anything,
    price_windows: Anything,
    compaction: Anything,
    policy_in_use: PolicyInUse,
  },
  'The policy on disk, as the panel edits it.',
);

/** The `/lint` answer. */
export const LintAnswer = answer(
  {
    valid: Type.Boolean(),
    errors: Type.Array(Type.String()),
    error_targets: Targets,
    policy_in_use: PolicyInUse,
  },
  'The errors of the policy on disk.',
);

/** The `/capabilities` answer. */
export const CapabilitiesAnswer = answer(
  {
    models: Type.Record(Type.String(), Mapping),
    unknown_models: Type.Array(Type.String()),
    warnings: Type.Array(Type.String()),
    registry_available: Type.Boolean(),
    time_agnostic: Type.Boolean(),
  },
  'What is known about each model.',
);

/** The `/liveness` answer. */
export const LivenessAnswer = answer(
  {
    models: Type.Array(
      answer(
        {
          model_key: Type.String(),
          model: Type.String(),
          provider: Type.String(),
          state: words('alive', 'degraded', 'quota_exhausted', 'dead'),
          capabilities_known: Type.Boolean(),
          breaker: Type.Union([CooldownRow, Type.Object({}, { additionalProperties: false })]),
          in_expensive_window: Type.Boolean(),
          price_multiplier: Type.Number(),
          next_window_change: Type.Union([Mapping, Type.Null()]),
          price_windows_origin: Origin,
        },
        'One hop that the policy names.',
      ),
    ),
    worst: words('alive', 'degraded', 'quota_exhausted', 'dead'),
    evaluated_at: Type.Optional(Mapping),
    validation_errors: Type.Optional(Type.Array(Type.String())),
    error: Type.Optional(Type.String()),
  },
  'The state of every hop that the policy names.',
);

/** The `/blocklist` answer. */
export const BlocklistAnswer = answer(
  {
    manual_bans: Type.Array(Anything),
    fallback_chain: Type.Array(Type.String()),
    breaker_enabled: Type.Boolean(),
    breaker_cooldowns: Type.Array(CooldownRow),
    auto_breaker: Mapping,
    state_problem: Type.Optional(Type.String()),
  },
  'Bans, cooldowns, and the settings behind them.',
);
