import t from 'tap';
import { FAILURE_KINDS } from '../../../src/jobs/failure-kind.ts';
import { envelopeWords, type JobEnvelope } from '../../../src/panel/page/views/jobs/envelope-words.ts';
import {
  bytesWords,
  failureKindWords,
  hopWords,
  jobTimes,
  lengthWords,
} from '../../../src/panel/page/views/jobs/words.ts';
import type { Job } from '../../../src/panel/page/wire/answers.ts';

const NOTHING = { bytes: 0, kept: 0, truncated: false };
const NOW = new Date('2026-11-30T20:10:00Z');

const job = (more: Partial<Job>): Job => ({
  id: 'dp_0123456789ab',
  rev: 1,
  state: 'queued',
  created_at: '2026-11-30T20:00:00Z',
  profile: 'coder',
  model: '',
  provider: '',
  prompt_preview: 'Fix it',
  cwd: '/work',
  timeout_s: 600,
  decision_id: null,
  failure_kind: null,
  warnings: [],
  attempts: [],
  output: { stdout: NOTHING, stderr: NOTHING },
  request: {},
  ...more,
});

t.test('how long a job waits, runs or ran', async (t) => {
  const slot = { slot_at: '2026-11-30T20:05:00Z' };
  const started = { ...slot, started_at: '2026-11-30T20:06:00Z' };
  const rows: readonly (readonly [Partial<Job>, string])[] = [
    [{ state: 'queued' }, 'waiting for 10 min'],
    [{ state: 'routing', ...slot }, 'deciding for 5 min'],
    [{ state: 'running', ...started }, 'running for 4 min'],
    [{ state: 'stopping', ...started, stopping_at: '2026-11-30T20:09:58Z' }, 'stopping for 2 s'],
    [{ state: 'succeeded', ...started, ended_at: '2026-11-30T20:06:00.400Z' }, 'ran under 1 s'],
    [{ state: 'failed', ...started, ended_at: '2026-11-30T21:11:00Z' }, 'ran 1 h 5 min'],
    [{ state: 'cancelled', ended_at: '2026-11-30T20:11:00Z' }, 'never ran'],
    [{ state: 'running', started_at: '2026-11-30T20:11:00Z' }, 'running for under 1 s'],
    [{ state: 'running' }, 'running for an unknown time'],
  ];
  for (const [fields, expected] of rows) t.equal(lengthWords(job(fields), NOW), expected);
});

t.test('the moments of a job, each with the time since the one before', async (t) => {
  const times = jobTimes(job({ started_at: '2026-11-30T20:00:07Z', ended_at: '2026-11-30T20:01:07Z' }));
  t.strictSame(
    times.map(({ what, after }) => [what, after]),
    [
      ['accepted', ''],
      ['began to run', 'after 7 s'],
      ['ended', 'after 1 min'],
    ],
  );
});

t.test('every kind of failure has words', async (t) => {
  for (const kind of Object.keys(FAILURE_KINDS)) t.match(failureKindWords(kind), /^[a-z' ,]+$/, kind);
  t.equal(failureKindWords('a_kind_to_come'), 'a_kind_to_come');
  t.equal(failureKindWords(null), null);
});

t.test('hops and sizes', async (t) => {
  t.equal(hopWords('gpt-5.5', 'openai-codex'), 'gpt-5.5 @ openai-codex');
  t.equal(hopWords('gpt-5.5', ''), 'gpt-5.5');
  t.equal(hopWords('', ''), "the profile's own model");
  t.strictSame([1, 812, 1300, 8_388_608].map(bytesWords), ['1 byte', '812 bytes', '1.3 kB', '8.4 MB']);
});

t.test('an envelope in words', async (t) => {
  const head = { success: false, failure_kind: 'quota_exhausted', retryable: true, subagent_id: null };
  const failed: JobEnvelope & Record<string, unknown> = {
    ...head,
    error: 'Provider quota exhausted',
    hint: 'Run: hermes-router blocklist',
    reaped: 2,
    reaped_names: ['sleep', 'node'],
    unknown: 1,
    attempts_with_tools: 1,
    resume_hint: 'hermes -p coder --resume 1',
  };
  t.strictSame(envelopeWords(failed), {
    headline: "It did not succeed: the provider's quota is used up.",
    error: 'Provider quota exhausted',
    hint: 'Run: hermes-router blocklist',
    again: 'Asking again may help.',
    traces: [
      '2 processes it left behind had to be stopped: sleep, node.',
      '1 process could not be looked at.',
      '1 attempt used tools and may have changed something.',
    ],
    resume: 'hermes -p coder --resume 1',
    stderr: '',
  });
  t.match(envelopeWords({ ...head, success: true, failure_kind: null, retryable: false }), {
    headline: 'It succeeded.',
    error: '',
    again: '',
    traces: [],
  });
  t.equal(envelopeWords({ ...head, retryable: false }).again, 'Asking again the same way will not help.');
});
