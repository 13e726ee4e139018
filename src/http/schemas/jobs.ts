import { Type } from 'typebox';
import { FAILURE_KINDS } from '../../jobs/failure-kind.ts';
import { DEFAULT_LIST_LIMIT, MAX_LIST_LIMIT } from '../../jobs/list.ts';
import { STATE_NAMES } from '../../jobs/state.ts';
import { answer, Mapping, words } from './common.ts';

const FailureKind = Type.Union([words(...Object.keys(FAILURE_KINDS)), Type.Null()]);
const State = words(...STATE_NAMES);
const Id = Type.String({ pattern: '^dp_[0-9a-f]{12}$' });

const StreamCount = answer(
  { bytes: Type.Integer(), kept: Type.Integer(), truncated: Type.Boolean({ description: 'The middle is missing.' }) },
  'What was captured of one stream.',
  'StreamCount',
);

/** What a delegation comes to, also where it was refused: fields by kind. */
export const Envelope = answer(
  {
    success: Type.Boolean(),
    failure_kind: FailureKind,
    retryable: Type.Boolean({ description: 'Asking again may help.' }),
    subagent_id: Type.Union([Id, Type.Null()]),
    error: Type.Optional(Type.String()),
    hint: Type.Optional(Type.String()),
    result: Type.Optional(Type.String({ description: 'The last 8000 characters of the answer.' })),
    profile: Type.Optional(Type.String()),
    model: Type.Optional(Type.String()),
    provider: Type.Optional(Type.String()),
    elapsed_s: Type.Optional(Type.Number({ description: 'Of the last attempt.' })),
    stderr: Type.Optional(Type.String({ description: 'Its last 2000 characters.' })),
    partial_output: Type.Optional(Type.String()),
    session_id: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    resume_hint: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    reaped: Type.Optional(Type.Integer({ description: 'Processes that had to be stopped.' })),
    attempts: Type.Optional(Type.Array(Mapping, { description: 'Where there was more than one.' })),
    attempts_with_tools: Type.Optional(Type.Integer({ description: 'Attempts that may have changed something.' })),
  },
  'How a delegation ended.',
  'Envelope',
);

const Job = answer(
  {
    id: Id,
    rev: Type.Integer({ description: 'Grows with every change.' }),
    state: State,
    created_at: Type.String(),
    slot_at: Type.Optional(Type.String()),
    started_at: Type.Optional(Type.String()),
    stopping_at: Type.Optional(Type.String()),
    ended_at: Type.Optional(Type.String()),
    profile: Type.String({ description: 'Empty until it is decided.' }),
    model: Type.String({ description: "Empty for the profile's own." }),
    provider: Type.String(),
    prompt_preview: Type.String(),
    cwd: Type.String(),
    timeout_s: Type.Integer({ description: 'For all attempts together.' }),
    decision_id: Type.Union([Type.String(), Type.Null()]),
    failure_kind: FailureKind,
    warnings: Type.Array(Type.String()),
    attempts: Type.Array(Mapping),
    output: answer({ stdout: StreamCount, stderr: StreamCount }, 'What was captured.'),
    request: Mapping,
    envelope: Type.Optional(Envelope),
  },
  'A delegation.',
  'Job',
);

/** Answers that hold one job. */
export const JobAnswer = answer({ job: Job }, 'One job.', 'JobAnswer');

/** The answer to a caller that can do the task itself, or whose request was accepted before. */
export const RepeatedOrInline = Type.Union([
  JobAnswer,
  answer(
    { inline: Type.Literal(true), tool: Type.Literal('delegate_task'), arguments: Mapping },
    'Nothing was started: the target is the profile that the caller runs under. It calls this tool itself.',
    'InlineAnswer',
  ),
]);

/** The body of a delegation. */
export const JobBody = Type.Object(
  {
    prompt: Type.String({ description: 'What is to be done.' }),
    goal: Type.Optional(Type.String({ description: 'The older name of `prompt`.' })),
    context: Type.Optional(Type.String({ description: 'Put in front of the prompt.' })),
    profile: Type.Optional(Type.String({ description: 'A profile, or `auto` (the default): the router chooses.' })),
    model: Type.Optional(Type.String()),
    provider: Type.Optional(Type.String({ description: 'Only together with `model`.' })),
    timeout: Type.Optional(Type.Number({ description: 'Total seconds. Default 600, at most 86400.' })),
    cwd: Type.Optional(Type.String({ description: 'Absolute path.' })),
    session_id: Type.Optional(Type.String({ description: 'Whose pin counts.' })),
    active_profile: Type.Optional(Type.String({ description: 'The profile that the caller runs under.' })),
    idempotency_key: Type.Optional(Type.String()),
    inline: Type.Optional(words('auto', 'never')),
    failover: Type.Optional(Type.Boolean()),
    keep_background: Type.Optional(Type.Boolean({ description: 'Spares what the job started on purpose.' })),
  },
  { additionalProperties: false },
);

/** The query of the list. */
export const JobsQuery = Type.Object({
  state: Type.Optional(State),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_LIST_LIMIT, default: DEFAULT_LIST_LIMIT })),
  cursor: Type.Optional(Id),
});

/** The list of jobs. */
export const JobsAnswer = answer(
  { jobs: Type.Array(Job), matched: Type.Integer(), next_cursor: Type.Optional(Id) },
  'Jobs, newest first, without their envelopes.',
);

/** The path of what is about one job. */
export const JobPath = Type.Object({ id: Id });

/** The query of a long poll. */
export const WaitQuery = Type.Object({
  wait: Type.Optional(Type.Integer({ minimum: 0, maximum: 7, description: 'Seconds to wait for a change.' })),
  rev: Type.Optional(Type.Integer({ description: 'Answers at once when the job has another one.' })),
});

/** The query of a piece of output. */
export const OutputQuery = Type.Object({
  stream: Type.Optional(words('stdout', 'stderr', 'text')),
  from: Type.Optional(Type.Integer({ minimum: 0, description: 'Offset in raw bytes.' })),
});

/** A piece of output. */
export const OutputAnswer = answer(
  {
    from: Type.Integer(),
    next: Type.Integer({ description: 'What to ask for next.' }),
    end: Type.Integer(),
    text: Type.String(),
    gap: Type.Optional(answer({ from: Type.Integer(), to: Type.Integer() }, 'Bytes that are no longer kept.')),
    eof: Type.Boolean({ description: 'Nothing will follow.' }),
  },
  'A piece of what a job printed.',
);

/** The decision of a job. */
export const JobDecisionAnswer = answer(
  {
    decision: Type.Union([Mapping, Type.Null()]),
    reason: Type.Optional(Type.String({ description: 'Why there is none.' })),
  },
  'The decision that a job ran on.',
);
