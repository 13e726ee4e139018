import t from 'tap';
import { type Judged, judge } from '../../../src/jobs/process/verdict.ts';

const EXITED: Judged = {
  reason: 'exited',
  stopReason: null,
  lingered: false,
  exitCode: 0,
  signal: null,
  stderr: { bytes: 0, tail: '' },
  text: 'Done.',
  result: null,
  report: null,
};

/** An ending that differs from "exit 0 with an answer". */
function ending(changes: Partial<Judged> & { readonly err?: string }): Judged {
  const { err = '', ...rest } = changes;
  return { ...EXITED, stderr: { bytes: err.length, tail: err }, ...rest };
}

type Row = readonly [name: string, Parameters<typeof ending>[0], kind: string | null, retryable: boolean];

function check(t: Tap, rows: readonly Row[]): void {
  for (const [name, changes, failureKind, retryable] of rows)
    t.match(judge(ending(changes)), { failureKind, retryable }, name);
}
type Tap = Pick<typeof t, 'match'>;

t.test('spec 23.6: reason and exit code', async (t) => {
  check(t, [
    ['exit 0', {}, null, false],
    ['exit 1', { exitCode: 1 }, 'nonzero_exit', false],
    ['exit 23', { exitCode: 23, err: 'diagnostic' }, 'nonzero_exit', false],
    ['hard', { reason: 'hard_timeout', exitCode: null, signal: 'SIGTERM' }, 'hard_timeout', true],
    ['first output', { reason: 'ttfb_timeout', exitCode: null, signal: 'SIGTERM', text: '' }, 'ttfb_stall', true],
    ['idle', { reason: 'idle_timeout', exitCode: null, signal: 'SIGTERM' }, 'idle_stall', true],
    ['SIGKILL', { exitCode: null, signal: 'SIGKILL' }, 'crash_or_oom', true],
    ['SIGSEGV', { exitCode: null, signal: 'SIGSEGV' }, 'crash', true],
    ['nobody saw it', { exitCode: null }, 'crash', true],
    ['cancelled', { reason: 'stopped', stopReason: 'cancelled' }, 'cancelled', false],
    ['the daemon stops', { reason: 'stopped', stopReason: 'daemon_stop' }, 'daemon_stop', true],
  ]);
});

t.test('J-01 the generation that always exits 0', async (t) => {
  check(t, [
    ['429', { text: 'API call failed after 5 retries: HTTP 429' }, 'quota_exhausted', true],
    ['one retry', { text: 'API call failed after 1 retry: rate limited' }, 'agent_error', true],
    ['provider', { text: 'Provider error: 429 Too Many Requests' }, 'quota_exhausted', true],
    ['401', { text: 'Non-retryable client error (HTTP 401). Aborting.' }, 'agent_error', true],
    ['None', { text: 'Non-retryable client error (HTTP None). Aborting.' }, 'agent_error', true],
    ['credentials', { text: "No usable credentials found for provider 'x'" }, 'agent_error', true],
    [
      'feed first',
      { text: 'Working…\nAPI call failed after 3 retries: provider returned garbage' },
      'agent_error',
      true,
    ],
    ['billing', { text: '⚠ Billing or credits exhausted — top up' }, 'quota_exhausted', true],
    [
      'in a box',
      { text: '╭── Hermes ──╮\n│ API call failed after 3 retries: HTTP 503 │\n╰────────────╯' },
      'agent_error',
      true,
    ],
    ['empty', { text: '' }, 'agent_error', true],
    ['blank', { text: ' \n\t\n' }, 'agent_error', true],
    ['an empty box', { text: '╭── ⚕ Hermes ──╮\n│              │\n╰──────────────╯' }, 'agent_error', true],
    ['empty, and stderr says why', { text: '', err: 'Error: HTTP 429 usage_limit_reached' }, 'quota_exhausted', true],
  ]);
});

t.test('an answer is an answer', async (t) => {
  const prose = 'An ordinary sentence of the answer that goes on for a while.\n'.repeat(20);
  check(t, [
    ['How many is 401 + 1?', { text: '402' }, null, false],
    ['a status line', { text: '429 Too Many Requests' }, null, false],
    ['advice', { text: 'Return HTTP 429 with Retry-After, and 401 when the token is absent.' }, null, false],
    ['a quotation', { text: `${prose}API call failed after 5 retries: HTTP 429\n${prose}` }, null, false],
    ['noise on stderr', { err: 'Error: HTTP 429 usage_limit_reached' }, null, false],
    ['one character', { text: '✅' }, null, false],
    ['another script', { text: '完了' }, null, false],
  ]);
});

t.test('the generation that exits 1, 75, 78', async (t) => {
  check(t, [
    ['1 with a banner', { exitCode: 1, text: 'API call failed after 3 retries: HTTP 503' }, 'agent_error', true],
    ['1 with a quota', { exitCode: 1, text: '', err: 'Error: HTTP 429' }, 'quota_exhausted', true],
    ['1 with a status on stderr', { exitCode: 1, err: '429 Too Many Requests' }, 'quota_exhausted', true],
    ['1 and an answer with a number', { exitCode: 1, text: 'The count is 429.' }, 'nonzero_exit', false],
    ['75', { exitCode: 75, text: '' }, 'agent_error', true],
    ['75 with a quota', { exitCode: 75, text: 'Billing or credits exhausted — x' }, 'quota_exhausted', true],
    ['78 with a reason', { exitCode: 78, text: 'Non-retryable error (HTTP 401): bad key' }, 'agent_error', true],
    ['78', { exitCode: 78, text: '' }, 'nonzero_exit', false],
    ['2', { exitCode: 2, err: 'usage: hermes chat' }, 'nonzero_exit', false],
    ['no such profile', { exitCode: 1, err: "Error: Profile 'x' does not exist." }, 'nonzero_exit', false],
  ]);
});

t.test('the structured outcome comes first', async (t) => {
  const result = { sessionId: null, exitCode: 0, text: 'ok', error: '' };
  const report = { exitCode: 0, reply: 'ok', error: '' };
  check(t, [
    ['result over exit code', { result, exitCode: 1 }, null, false],
    ['result over signal', { result, exitCode: null, signal: 'SIGTERM', lingered: true }, null, false],
    ['result over words', { result, text: 'Error: 429' }, null, false],
    ['result without answer', { result: { ...result, text: '' }, text: '' }, 'agent_error', true],
    ['failed result', { result: { ...result, exitCode: 1, error: 'HTTP 429' } }, 'quota_exhausted', true],
    ['failed result, other', { result: { ...result, exitCode: 1, error: 'too many turns' } }, 'nonzero_exit', false],
    ['error beats text', { result: { ...result, exitCode: null, error: 'upstream 503' } }, 'agent_error', true],
    ['report', { report, exitCode: 1 }, null, false],
    ['failed report', { report: { ...report, exitCode: 1, error: 'Connection refused' } }, 'agent_error', true],
    ['transient report', { report: { ...report, exitCode: 75, error: 'overloaded' } }, 'agent_error', true],
    ['result over a stop', { result, reason: 'stopped', stopReason: 'daemon_stop', signal: 'SIGTERM' }, null, false],
    [
      'failed result under a stop',
      { result: { ...result, exitCode: 1 }, reason: 'stopped', stopReason: 'cancelled' },
      'cancelled',
      false,
    ],
    ['no answer under a stop', { result, text: '', reason: 'stopped', stopReason: 'daemon_stop' }, 'daemon_stop', true],
    ['result over report', { result, report: { ...report, exitCode: 1 } }, null, false],
  ]);
});

t.test('a stall or crash right after a quota error is a quota error', async (t) => {
  const err = 'Rate limited after 3 retries — waiting';
  check(t, [
    ['idle', { reason: 'idle_timeout', exitCode: null, signal: 'SIGTERM', err }, 'quota_exhausted', true],
    ['crash', { exitCode: null, signal: 'SIGSEGV', err }, 'quota_exhausted', true],
    [
      'but not of a number',
      { reason: 'idle_timeout', exitCode: null, signal: 'SIGTERM', err: 'read 429 lines' },
      'idle_stall',
      true,
    ],
    ['lingering is no crash', { lingered: true, exitCode: null, signal: 'SIGTERM' }, null, false],
  ]);
});

t.test('J-04 the silence has a name', async (t) => {
  t.equal(judge(ending({ reason: 'idle_timeout', exitCode: null, err: 'Approve? [y/N]' })).reason, 'no_output');
});
