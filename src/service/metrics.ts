import type { Registry } from 'prom-client';
import { STATE_NAMES } from '../jobs/state.ts';
import type { ServiceContext } from './context.ts';
import { servedDocument } from './policy-in-use.ts';

/** An exposition: its text and the content type it must be sent with. */
export interface Metrics {
  readonly text: string;
  readonly contentType: string;
}

/** How often the HTTP face answered each status. */
export type AnswerCounts = ReadonlyMap<number, number>;

/** Defines one metric with its present values. */
type Define = (kind: 'Counter' | 'Gauge', name: string, help: string, rows: readonly Row[]) => void;
type Row = readonly [value: number, labels?: Readonly<Record<string, string>>];

/**
 * The state of this process in the text format of Prometheus. Everything is read from where it is kept when asked, so nothing is counted
 * twice and nothing runs between two questions. The library is imported with the first one: it takes as long as a third of the start.
 */
export async function readMetrics(context: ServiceContext, answers: AnswerCounts): Promise<Metrics> {
  const library = await import('prom-client');
  const registry = new library.Registry();
  const define: Define = (kind, name, help, rows) => {
    const labelNames = [...new Set(rows.flatMap(([, labels = {}]) => Object.keys(labels)))];
    const options = { name: `hermes_router_${name}`, help, labelNames, registers: [registry] };
    if (kind === 'Counter') {
      const counter = new library.Counter(options);
      for (const [value, labels = {}] of rows) counter.inc(labels, value);
    } else {
      const gauge = new library.Gauge(options);
      for (const [value, labels = {}] of rows) gauge.set(labels, value);
    }
  };
  defineProcess(define, context);
  defineDecisions(define, context);
  await defineJobs(define, context);
  defineBlocklist(define, context);
  const byStatus = [...answers].map(([status, times]): Row => [times, { status: String(status) }]);
  define('Counter', 'http_answers_total', 'HTTP answers since the start, by status.', byStatus);
  return exposition(registry);
}

async function exposition(registry: Registry): Promise<Metrics> {
  return { text: await registry.metrics(), contentType: registry.contentType };
}

function defineProcess(define: Define, { identity, policy, now }: ServiceContext): void {
  const { errors, inUse } = policy.read();
  define('Gauge', 'build_info', 'Always 1; the label is the version.', [[1, { version: identity.version }]]);
  const age = Math.max(0, now().getTime() - identity.startedAt.getTime()) / 1000;
  define('Gauge', 'uptime_seconds', 'Since the start of the process.', [[age]]);
  define('Gauge', 'resident_memory_bytes', 'Resident memory of the process.', [[process.memoryUsage.rss()]]);
  define('Gauge', 'policy_errors', 'Errors of the policy file on disk.', [[errors.length]]);
  define('Gauge', 'policy_in_use', 'Always 1; the label says whether the file itself decides.', [
    [1, { source: inUse.source }],
  ]);
}

function defineDecisions(define: Define, { decisionCounts, decisionLog }: ServiceContext): void {
  const rows = decisionCounts.read().map(({ decision, times }): Row => [times, { ...decision }]);
  define('Counter', 'decisions_total', 'Live decisions since the start.', rows);
  const { state, written, dropped, repaired } = decisionLog.health();
  define('Gauge', 'log_ok', '1 while the decision log takes records, else 0.', [[state === 'ok' ? 1 : 0]]);
  define('Counter', 'log_records_total', 'Records of the decision log since the start, by what became of them.', [
    [written, { result: 'written' }],
    [dropped, { result: 'dropped' }],
  ]);
  define('Counter', 'log_repairs_total', 'Torn last lines of the decision log that were ended.', [[repaired]]);
}

async function defineJobs(define: Define, { jobs }: ServiceContext): Promise<void> {
  const rows: Row[] = [];
  for (const name of STATE_NAMES) {
    const { matched } = await jobs.list({ state: name, limit: 1, cursor: '' });
    rows.push([matched, { state: name }]);
  }
  define('Gauge', 'jobs', 'Jobs that are kept, by state.', rows);
  define('Gauge', 'job_slots', 'Jobs that may run at the same time.', [[jobs.counts().slots]]);
}

function defineBlocklist(define: Define, { blocklist, policy }: ServiceContext): void {
  const { manual_bans, breaker_enabled, breaker_cooldowns } = blocklist.view(servedDocument(policy.read()));
  define('Gauge', 'manual_bans', 'Manual bans in the policy.', [[manual_bans.length]]);
  define('Gauge', 'breaker_enabled', '1 where the policy has the breaker on.', [[breaker_enabled ? 1 : 0]]);
  const cooling = breaker_cooldowns.map(
    ({ model_key, state, cooldown_remaining_s }): Row => [cooldown_remaining_s, { model_key, state }],
  );
  define('Gauge', 'breaker_cooldown_seconds', 'What is left of each cooldown; closed breakers are absent.', cooling);
}
