import t from 'tap';
import { isErrorLine, mentionsExhaustion, reportsFailure } from '../../../src/jobs/process/vocabulary.ts';

t.test('exhaustion in a text that is an error', async (t) => {
  const rows: readonly (readonly [string, boolean])[] = [
    ['Error code: 429 ... usage_limit_reached', true],
    ['HTTP 402: Insufficient credits', true],
    ['Insufficient Balance', true],
    ['insufficient account balance', true],
    ['Weekly/Monthly Limit Exhausted', true],
    ["code':'1113'", true],
    ['429 Too Many Requests', true],
    ['Rate limited after 3 retries — try later', true],
    ['Billing or credits exhausted — top up', true],
    ['Provider reported usage/credit exhaustion', true],
    ['API call failed after 3 retries:', false],
    ['some normal output', false],
    ['', false],
    ['rate the limit of detection', false],
    ['took 4290 ms', false],
  ];
  for (const [text, expected] of rows) t.equal(mentionsExhaustion(text), expected, text);
});

t.test('a reported failure', async (t) => {
  const rows: readonly (readonly [string, boolean])[] = [
    ['API call failed after 1 retry: rate limited', true],
    ['API call failed after 3 retries: 429', true],
    ['API call failed after 5 retries: 429', true],
    ['API call failed after 10 retries: upstream 503', true],
    ['API failed after 3 retries — upstream 503', true],
    ['Provider error: 429 Too Many Requests', true],
    ['HTTP 401 Unauthorized. Non-retryable client error (HTTP 401). Aborting.', true],
    ['Non-retryable client error (HTTP None). Aborting.', true],
    ['HTTP 403 Forbidden. Aborting.', true],
    ['TLS certificate verification failed', true],
    ['Connection refused', true],
    ['Name or service not known', true],
    ["No usable credentials found for provider 'x'", true],
    ['You should handle HTTP 429 with backoff.', false],
    ['Done. Renamed getCwd in 3 files.', false],
    ['You should return 401 when the token is absent.', false],
    ['Use TLS 1.3 and verify the certificate chain.', false],
    ['Handle connection errors with exponential backoff.', false],
  ];
  for (const [text, expected] of rows) t.equal(reportsFailure(text), expected, text);
});

t.test('the shape that tells an error from an answer about errors', async (t) => {
  const rows: readonly (readonly [string, boolean])[] = [
    ['API call failed after 5 retries: HTTP 429', true],
    ['Provider error: 429 Too Many Requests', true],
    ['Non-retryable client error (HTTP 401). Aborting.', true],
    ['HTTP 401 Unauthorized. Non-retryable client error (HTTP 401). Aborting.', true],
    ['openai.RateLimitError: Error code: 429', true],
    ['Final error: HTTP 402', true],
    ['HTTP 402: Insufficient credits', true],
    ['Connection refused', true],
    ['[Errno 111] Connection refused', true],
    ['402', false],
    ['429 Too Many Requests', false],
    ['Connection refused means that nothing listens on the port.', false],
    ['Errors such as 429 are retried.', false],
    ['The API call failed after 3 retries: that line is a banner.', false],
  ];
  for (const [text, expected] of rows) t.equal(isErrorLine(text), expected, text);
});

t.test('the vocabulary is linear in the text', async (t) => {
  const hostile = `${'non-retryable '.repeat(2000)}${'unauthorized '.repeat(2000)}${'insufficient \t'.repeat(2000)}`;
  const before = performance.now();
  mentionsExhaustion(hostile);
  reportsFailure(hostile);
  isErrorLine(hostile);
  t.ok(performance.now() - before < 2000);
});
