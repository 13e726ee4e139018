import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { test } from 'tap';
import { ERRORS, type ErrorCode } from '../../src/http/errors.ts';
import { AUTH, explain, get, MIB, post, ROWS } from './hostile-rows.ts';
import { type ListeningApp, listeningApp, TOKEN } from './listening.ts';
import { exchange, openSocket, type RawAnswer, requestText } from './raw.ts';

/** Rows of the catalogue that other tests provoke, by the file that does: it names the code, or the text where the wire contract is a text. */
const ELSEWHERE: readonly (readonly [file: string, codes: readonly ErrorCode[]])[] = [
  ['limits.test.ts', ['rate_limited']],
  ['hostile.test.ts', ['token_not_provisioned', 'incomplete_body', 'prompt_too_long']],
  ['answers.test.ts', ['policy_invalid', 'answer_too_large', 'request_timeout', 'internal']],
  ['route.test.ts', ['client_header_required', 'context_and_prompt', 'routing_disabled', 'no_policy']],
  ['routes.test.ts', ['decision_not_found']],
  ['console.test.ts', ['console_not_found']],
  ['jobs.test.ts', ['bad_args', 'unknown_profile', 'cwd_invalid', 'prompt_too_large', 'routing_denied']],
  ['jobs.test.ts', ['routing_unresolved', 'queue_full', 'idempotency_conflict', 'job_not_found']],
  ['../service/job-queue.test.ts', ['daemon_stopping']],
  ['apply-requests.test.ts', ['base_hash_required', 'plan_id_unknown', 'if_match_mismatch', 'policy_changed']],
  ['plan-apply.test.ts', ['policy_rejected']],
  ['write-refusals.test.ts', ['plan_required', 'restart_unavailable']],
  ['write-refusals.test.ts', ['policy_read_only', 'policy_locked', 'policy_write_failed']],
];

test('hostile requests', async (t) => {
  const app = await listeningApp(t);
  for (const row of ROWS) {
    const answer = await exchange(app.port, row.send(app.port), row.bodyless ?? false);
    const status = row.expected === 200 ? 200 : ERRORS[row.expected].status;
    t.equal(answer.status, status, `${row.name}: status`);
    if (row.expected === 200 || row.bodyless) continue;
    t.equal(answer.json.code, row.expected, `${row.name}: code`);
    t.equal(answer.json.error, row.error ?? ERRORS[row.expected].message, `${row.name}: error`);
    t.equal(answer.headers['content-type'], 'application/json', `${row.name}: content type`);
    t.equal(answer.headers['cache-control'], 'no-store', `${row.name}: no-store`);
  }
  t.strictSame(app.failures, [], 'H-09 nothing of this is a failure of ours');
});

test('every row of the catalogue is provoked by a test', (t) => {
  const elsewhere = ELSEWHERE.flatMap(([, codes]) => codes);
  const provoked = new Set<string>([...ROWS.map((row) => String(row.expected)), ...elsewhere]);
  t.strictSame(
    Object.keys(ERRORS).filter((code) => !provoked.has(code)),
    [],
  );
  for (const [file, codes] of ELSEWHERE) {
    const text = readFileSync(new URL(file, import.meta.url), 'utf8');
    for (const code of codes) t.ok(text.includes(`'${code}'`), `${file} names ${code}`);
  }
  t.end();
});

test('a prompt of 1,048,577 characters names the alternative', async (t) => {
  const { port } = await listeningApp(t);
  const answer = await exchange(port, explain('prompt_text', 'a'.repeat(MIB + 1))(port));
  t.equal(answer.status, 400);
  t.match(answer.json, { code: 'prompt_too_long', error: /1048576.*not a routing limit.*--prompt-text/ });
});

test('P-02 a prompt of 1,048,576 characters as 12 MiB of escapes is accepted', async (t) => {
  const { port } = await listeningApp(t);
  const body = `{"task":"x","prompt_text":"${'\\ud83d\\ude00'.repeat(MIB)}"}`;
  t.equal((await exchange(port, post('/explain', body)(port))).status, 200);
});

test('bodies that never end', async (t) => {
  const app = await listeningApp(t);

  t.test('a body cut short by half-closing is 400', async (t) => {
    const reader = await openSocket(app.port);
    reader.socket.end(requestText('POST /explain', app.port, { ...AUTH, 'Content-Length': '100' }, '{"task"'));
    const answer = await reader.next();
    t.equal(answer.status, 400);
    t.equal(answer.json.error, 'request body ended early');
    await reader.closed();
  });

  t.test('an announced body over 20 MiB is read to there, answered, and the connection cut', async (t) => {
    const reader = await openSocket(app.port);
    reader.socket.write(requestText('POST /explain', app.port, { ...AUTH, 'Content-Length': String(64 * MIB) }, ''));
    const block = Buffer.alloc(MIB, 0x20);
    for (let sent = 0; sent < 21; sent++) reader.socket.write(block);
    const answer = await reader.next();
    t.equal(answer.status, 413);
    t.equal(answer.headers.connection, 'close');
    await reader.closed();
  });

  t.test('the same without a token is 401, and the connection cut', async (t) => {
    const reader = await openSocket(app.port);
    reader.socket.write(requestText('POST /explain', app.port, { 'Content-Length': String(64 * MIB) }, ''));
    const block = Buffer.alloc(MIB, 0x20);
    for (let sent = 0; sent < 21; sent++) reader.socket.write(block);
    const answer = await reader.next();
    t.equal(answer.status, 401);
    t.equal(answer.headers.connection, 'close');
    await reader.closed();
  });

  t.test('nothing is answered before a refused body has been read', async (t) => {
    const reader = await openSocket(app.port);
    reader.socket.write(requestText('POST /explain', app.port, { 'Content-Length': '8' }, '1234'));
    let early = false;
    reader.socket.once('data', () => {
      early = true;
    });
    // Another connection's whole round trip is the time in which a hasty answer would have come.
    await exchange(app.port, get('/status')(app.port));
    t.notOk(early);
    reader.socket.write('5678');
    t.equal((await reader.next()).status, 401);
    reader.socket.destroy();
  });
});

test('the connection stays usable after a refusal', async (t) => {
  const { port } = await listeningApp(t);
  const reader = await openSocket(port);
  reader.socket.write(post('/explain', 'x'.repeat(2 * MIB), {})(port));
  t.equal((await reader.next()).status, 401);
  reader.socket.write(get('/status')(port));
  t.equal((await reader.next()).status, 200);
  reader.socket.destroy();
});

test('the connection stays usable after a body that was read whole and is wrong', async (t) => {
  const { port } = await listeningApp(t);
  const reader = await openSocket(port);
  for (const body of ['{"task":', '[]', '{"task":"x","task":"y"}', '{"task":7}']) {
    reader.socket.write(post('/explain', body)(port));
    const { status, headers } = await reader.next();
    t.equal(status, 400, body);
    t.not(headers.connection, 'close', body);
  }
  reader.socket.destroy();
});

test('H-20 a lone surrogate becomes U+FFFD before it is matched', async (t) => {
  const { port } = await listeningApp(t);
  const answer = await exchange(port, post('/trace', '{"task":"x","\\ud800":1}')(port));
  t.equal(answer.json.error, 'unknown field "\ufffd"');
});

const TOKEN_FILES: readonly {
  readonly name: string;
  readonly set: (app: ListeningApp) => void;
  readonly status: number;
}[] = [
  { name: 'missing', set: ({ home }) => rmSync(home.tokenFile), status: 503 },
  { name: 'a directory', set: ({ home }) => mkdirSync(home.tokenFile), status: 503 },
  { name: 'empty', set: ({ home }) => home.writeToken(''), status: 503 },
  { name: 'a newline', set: ({ home }) => home.writeToken('\n'), status: 503 },
  { name: 'blanks', set: ({ home }) => home.writeToken('   \r\n'), status: 503 },
  { name: 'not UTF-8', set: ({ home }) => home.writeToken(Buffer.from([0xff, 0xfe, 0x41])), status: 503 },
  { name: 'with a newline', set: ({ home }) => home.writeToken(`${TOKEN}\n`), status: 200 },
  { name: 'with CRLF', set: ({ home }) => home.writeToken(`${TOKEN}\r\n`), status: 200 },
  { name: 'with a byte order mark', set: ({ home }) => home.writeToken(`\ufeff${TOKEN}\n`), status: 200 },
  { name: 'mode 0644', set: ({ home }) => home.writeToken(TOKEN, 0o644), status: 200 },
  { name: 'another token', set: ({ home }) => home.writeToken('rotated'), status: 401 },
];

test('H-10 H-11 every state of the token file, without a restart', async (t) => {
  const app = await listeningApp(t);
  for (const { name, set, status } of TOKEN_FILES) {
    rmSync(app.home.tokenFile, { recursive: true, force: true });
    app.home.writeToken(TOKEN);
    if (name === 'a directory') rmSync(app.home.tokenFile);
    set(app);
    const answers: RawAnswer[] = [];
    for (const headers of [AUTH, {}, { 'X-Hermes-Sidecar-Token': '' }])
      answers.push(await exchange(app.port, get('/status', headers)(app.port)));
    const others = status === 503 ? 503 : 401;
    t.strictSame(
      answers.map((answer) => answer.status),
      [status, others, others],
      name,
    );
    if (status === 503) t.equal(answers[0]?.json.error, 'sidecar token not provisioned', name);
    const health = await exchange(app.port, get('/health', {})(app.port));
    t.equal(health.status, 200, name);
    t.equal(health.json.token, status === 503 ? 'missing' : 'present', name);
  }
});
