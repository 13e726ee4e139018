import { test } from 'tap';
import { WRONG_TOKEN_PER_MINUTE } from '../../src/http/limits.ts';
import { listeningApp, TOKEN } from './listening.ts';
import { openSocket, type RawAnswer, requestText } from './raw.ts';

const AUTH = { 'X-Hermes-Sidecar-Token': TOKEN };

/** Sends one request after the other on one connection. */
async function sendAll(
  port: number,
  times: number,
  line: string,
  headers: (i: number) => Record<string, string>,
): Promise<RawAnswer[]> {
  const reader = await openSocket(port);
  const answers: RawAnswer[] = [];
  for (let i = 0; i < times; i++) {
    reader.socket.write(requestText(line, port, headers(i)));
    answers.push(await reader.next());
  }
  reader.socket.destroy();
  return answers;
}

const statuses = (answers: readonly RawAnswer[]) => answers.map((answer) => answer.status);

test('H-01 wrong tokens have a budget of their own and cannot spend that of the right one', async (t) => {
  const { port } = await listeningApp(t, { rateLimit: 3 });
  const wrong = statuses(await sendAll(port, 5000, 'GET /status', () => ({ 'X-Hermes-Sidecar-Token': 'bad' })));
  t.equal(wrong.filter((status) => status === 401).length, WRONG_TOKEN_PER_MINUTE);
  t.ok(wrong.slice(WRONG_TOKEN_PER_MINUTE).every((status) => status === 429));
  t.strictSame(statuses(await sendAll(port, 4, 'GET /lint', () => AUTH)), [200, 200, 200, 429]);
});

test('H-02 the call after the budget is 429 with whole seconds to wait', async (t) => {
  const { port } = await listeningApp(t, { rateLimit: 2 });
  const last = (await sendAll(port, 3, 'GET /lint', () => AUTH)).at(-1);
  t.equal(last?.status, 429);
  t.match(last?.json, { error: 'too many requests', code: 'rate_limited' });
  t.match(last?.headers['retry-after'], /^[1-9]\d?$/);
});

test('H-03 a forwarded-for header buys nothing', async (t) => {
  const { port } = await listeningApp(t, { rateLimit: 2 });
  const answers = await sendAll(port, 4, 'GET /lint', (i) => ({
    ...AUTH,
    'X-Forwarded-For': `9.9.9.${i}`,
    Forwarded: `for=9.9.9.${i}`,
  }));
  t.strictSame(statuses(answers), [200, 200, 429, 429]);
});

test('H-04 unknown routes are limited like known ones', async (t) => {
  const { port } = await listeningApp(t, { rateLimit: 2 });
  t.strictSame(statuses(await sendAll(port, 3, 'GET /nope', () => AUTH)), [404, 404, 429]);
  const guesses = await sendAll(port, WRONG_TOKEN_PER_MINUTE + 1, 'GET /nope', () => ({}));
  t.equal(guesses.at(-1)?.status, 429);
});

test('S17 /health, /console and a missing token are never limited', async (t) => {
  const { port, home } = await listeningApp(t, { rateLimit: 1 });
  const beyond = WRONG_TOKEN_PER_MINUTE + 5;
  t.ok(statuses(await sendAll(port, beyond, 'GET /health', () => ({}))).every((status) => status === 200));
  t.ok(statuses(await sendAll(port, beyond, 'GET /console', () => ({}))).every((status) => status === 200));
  home.writeToken('');
  t.ok(statuses(await sendAll(port, beyond, 'GET /lint', () => AUTH)).every((status) => status === 503));
});

test('0 switches the authorised budget off, never the other one', async (t) => {
  const { port } = await listeningApp(t, { rateLimit: 0 });
  t.ok(statuses(await sendAll(port, 200, 'GET /lint', () => AUTH)).every((status) => status === 200));
  const wrong = await sendAll(port, WRONG_TOKEN_PER_MINUTE + 1, 'GET /lint', () => ({}));
  t.equal(wrong.at(-1)?.status, 429);
});
