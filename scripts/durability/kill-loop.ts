import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { DEFAULT_BACKUPS } from '../../src/journal/journal.ts';
import { journalFiles } from '../../src/journal/rotation.ts';
import { isMapping, own } from '../../src/lib/json.ts';

/** A daemon that is about to be killed. */
export interface Victim {
  readonly port: number;
  readonly pid: number;
  /** SIGKILL. Resolves once the process is gone. */
  kill(): Promise<void>;
}

/** What a kill loop runs on. */
export interface KillLoopOptions {
  readonly kills: number;
  /** Connections that send `POST /route` one after the other. */
  readonly clients: number;
  readonly token: string;
  /** Starts a daemon on the same state as before, and resolves once it listens. */
  readonly start: () => Promise<Victim>;
}

/** What the clients were told: ids of decisions, by what became of their records. */
export interface Answered {
  readonly durable: readonly string[];
  readonly degraded: readonly string[];
  /** Requests that got no answer because their daemon died. */
  readonly unanswered: number;
}

/** What is in the log afterwards. */
export interface LogCount {
  readonly records: number;
  /** Ids that were answered `durable` and are in no file. */
  readonly missing: readonly string[];
  /** Ids that are there more than once. */
  readonly doubled: readonly string[];
  /** Lines that are no JSON: what a kill cut off. At most one a kill. */
  readonly torn: number;
  readonly bytes: number;
}

/** Starts and kills daemons under load. The number of answers before each kill varies from 1 to 40, so that kills fall anywhere. */
export async function runKillLoop(options: KillLoopOptions): Promise<Answered> {
  const answered = { durable: [] as string[], degraded: [] as string[], unanswered: 0 };
  for (let kill = 0; kill < options.kills; kill++) {
    const victim = await options.start();
    const agent = new Agent({ keepAlive: true, maxSockets: options.clients });
    let left = 1 + ((kill * 13) % 40);
    let death: Promise<void> | null = null;
    const client = async (lane: number): Promise<void> => {
      for (let n = 0; ; n++) {
        const answer = await decide(agent, victim.port, options.token, `Debug the pool, case ${kill}-${lane}-${n}`);
        if (answer === null) {
          if (death === null) throw new Error('a connection broke before its daemon was killed');
          answered.unanswered++;
          return;
        }
        answered[answer.logged].push(answer.id);
        if (--left === 0) death = victim.kill();
      }
    };
    await Promise.all(Array.from({ length: options.clients }, (_, lane) => client(lane)));
    await death;
    agent.destroy();
  }
  return answered;
}

/** Counts what is in a log and its rotated files against what was answered. */
export function countLog(path: string, answered: Answered): LogCount {
  const texts = journalFiles(path, DEFAULT_BACKUPS).reverse().map(textOf);
  const lines = texts.flatMap((text) => text.split('\n')).filter((line) => line !== '');
  const values = lines.map(parse);
  const ids = values.filter(isMapping).map((record) => String(own(record, 'id')));
  const found = new Set(ids);
  const once = new Set<string>();
  return {
    records: ids.length,
    missing: answered.durable.filter((id) => !found.has(id)),
    doubled: ids.filter((id) => once.has(id) || !once.add(id)),
    torn: values.filter((value) => value === undefined).length,
    bytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
  };
}

interface Decided {
  readonly id: string;
  readonly logged: 'durable' | 'degraded';
}

/** One live decision; null when the connection broke before the whole answer was there. */
function decide(agent: Agent, port: number, token: string, task: string): Promise<Decided | null> {
  return new Promise((resolve, reject) => {
    const headers = {
      'x-hermes-sidecar-token': token,
      'x-hermes-router-client': 'durability',
      'content-type': 'application/json',
    };
    const outgoing = request(
      { host: '127.0.0.1', port, path: '/route', method: 'POST', headers, agent },
      (incoming) => {
        let text = '';
        incoming.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        incoming.once('error', () => resolve(null));
        incoming.once('end', () => {
          const body = parse(text);
          const id = isMapping(body) ? own(body, 'id') : undefined;
          const logged = isMapping(body) ? own(body, 'logged') : undefined;
          if (typeof id === 'string' && (logged === 'durable' || logged === 'degraded')) resolve({ id, logged });
          else reject(new Error(`POST /route answered ${incoming.statusCode}: ${text.slice(0, 200)}`));
        });
      },
    );
    outgoing.once('error', () => resolve(null));
    outgoing.end(JSON.stringify({ task, source: 'delegate' }));
  });
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
