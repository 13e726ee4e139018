import { request } from 'node:http';
import type { HermesPaths } from '../hermes/paths.ts';
import { isMapping, type JsonObject, own } from '../lib/json.ts';
import type { DaemonFacts } from '../service/doctor/parts.ts';
import { openDaemonClient } from './client.ts';
import { isDaemonError } from './daemon-error.ts';
import { daemonPort } from './port.ts';
import { findPortOwner } from './port-owner.ts';

/** How long the daemon may take, in ms. */
const ASK_MS = 5_000;

/** What the daemon of a Hermes home says of itself, and what its port says of it. Never rejects. */
export async function readDaemonFacts(
  paths: Pick<HermesPaths, 'stateDir' | 'tokenFile'>,
  given: number | null,
): Promise<DaemonFacts> {
  const port = given ?? daemonPort(paths.stateDir);
  const { who, text } = await findPortOwner(port);
  const { status, problem } = who === 'us' ? await askStatus(paths, port) : { status: null, problem: null };
  const startedAt = status === null ? null : new Date(String(own(status, 'process_started_at')));
  return {
    port,
    owner: who,
    ownerText: text,
    problem,
    refusesForeignHost: who === 'us' ? await refusesForeignHost(port) : null,
    log: status === null ? null : logOf(own(status, 'log')),
    startedAt: startedAt === null || Number.isNaN(startedAt.getTime()) ? null : startedAt,
  };
}

async function askStatus(
  paths: Pick<HermesPaths, 'stateDir' | 'tokenFile'>,
  port: number,
): Promise<{ readonly status: JsonObject | null; readonly problem: DaemonFacts['problem'] }> {
  try {
    const signal = AbortSignal.timeout(ASK_MS);
    const client = openDaemonClient({ paths, port, name: 'doctor' });
    const { status, body } = await client.ask({ method: 'GET', path: '/status', signal });
    if (status === 200 && isMapping(body)) return { status: body, problem: null };
    return { status: null, problem: { message: `/status answered ${status}`, cure: 'Look at its log' } };
  } catch (error) {
    if (!isDaemonError(error)) throw error;
    return { status: null, problem: { message: error.message, cure: error.cure } };
  }
}

/** Asks as a page under another name would; `null` when nothing came back. */
function refusesForeignHost(port: number): Promise<boolean | null> {
  return new Promise((resolve) => {
    const headers = { host: 'doctor.invalid' };
    const outgoing = request({ host: '127.0.0.1', port, path: '/health', headers, agent: false, timeout: ASK_MS });
    outgoing.once('response', (incoming) => {
      incoming.resume();
      resolve(incoming.statusCode === 421);
    });
    outgoing.once('timeout', () => outgoing.destroy());
    outgoing.once('error', () => resolve(null));
    outgoing.once('close', () => resolve(null));
    outgoing.end();
  });
}

function logOf(value: unknown): DaemonFacts['log'] {
  if (!isMapping(value)) return null;
  const error = own(value, 'last_error');
  const dropped = own(value, 'dropped');
  return {
    path: String(own(value, 'path') ?? ''),
    state: own(value, 'state') === 'ok' ? 'ok' : 'degraded',
    dropped: typeof dropped === 'number' ? dropped : 0,
    last_error: typeof error === 'string' ? error : null,
  };
}
