import { test } from 'tap';
import { listeningApp, TOKEN } from './listening.ts';
import { exchange, requestText } from './raw.ts';

const AUTH = { 'X-Hermes-Sidecar-Token': TOKEN };
const NAMED = { ...AUTH, 'X-Hermes-Router-Client': 'tests', 'Content-Type': 'application/json' };

test('/metrics needs the token, and is text that says what happened', async (t) => {
  const { port } = await listeningApp(t);
  t.equal((await exchange(port, requestText('GET /metrics', port))).status, 401);
  for (const source of ['delegate', 'delegate', 'made up'])
    await exchange(port, requestText('POST /route', port, NAMED, JSON.stringify({ task: 'Debug the pool', source })));
  const { status, headers, body } = await exchange(port, requestText('GET /metrics', port, AUTH));
  t.equal(status, 200);
  t.match(headers['content-type'], /^text\/plain; version=0\.0\.4/);
  const text = body.toString();
  const value = (series: string) =>
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.split(' ')[1];
  const table: [series: string, expected: string][] = [
    ['hermes_router_decisions_total{cause="hard_rule",source="delegate",logged="durable"}', '2'],
    ['hermes_router_decisions_total{cause="hard_rule",source="unknown",logged="durable"}', '1'],
    ['hermes_router_log_ok', '1'],
    ['hermes_router_log_records_total{result="written"}', '3'],
    ['hermes_router_log_records_total{result="dropped"}', '0'],
    ['hermes_router_jobs{state="running"}', '0'],
    ['hermes_router_jobs{state="lost"}', '0'],
    ['hermes_router_job_slots', '4'],
    ['hermes_router_breaker_enabled', '0'],
    ['hermes_router_policy_errors', '0'],
    ['hermes_router_policy_in_use{source="file"}', '1'],
    ['hermes_router_http_answers_total{status="401"}', '1'],
    ['hermes_router_http_answers_total{status="200"}', '3'],
  ];
  for (const [series, expected] of table) t.equal(value(series), expected, series);
  t.notMatch(text, new RegExp(TOKEN));
});
