import { request } from 'node:http';
import { type DaemonError, daemonError } from './daemon-error.ts';

/** A daemon to talk to: on 127.0.0.1, with the token its file holds. */
export interface DaemonAddress {
  readonly port: number;
  readonly token: string;
}

/** One question. */
export interface DaemonQuestion {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Gives the question up; it rejects then. */
  readonly signal?: AbortSignal;
}

/** An answer of the daemon: its status and its JSON body. */
export interface DaemonAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** The daemon answers within 8 s; the rest is for a machine under load. */
const TIMEOUT_MS = 15_000;

/**
 * Asks the daemon. Names the calling program, without which nothing that costs money is done.
 * @param client name of the program, for the X-Hermes-Router-Client header.
 * @throws DaemonError when nothing answers on the port, or what answers is not our daemon.
 */
export function askDaemon(
  { port, token }: DaemonAddress,
  client: string,
  { method, path, body, signal }: DaemonQuestion,
): Promise<DaemonAnswer> {
  const bytes = body === undefined ? null : Buffer.from(JSON.stringify(body));
  const headers = {
    // Header bytes go out as Latin-1; the token is compared as the UTF-8 bytes of its file.
    'x-hermes-sidecar-token': Buffer.from(token, 'utf8').toString('latin1'),
    'x-hermes-router-client': client,
    ...(bytes === null ? {} : { 'content-type': 'application/json', 'content-length': bytes.length }),
  };
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(unreachable(port, error));
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        headers,
        agent: false,
        timeout: TIMEOUT_MS,
        ...(signal === undefined ? {} : { signal }),
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.once('error', fail);
        incoming.once('end', () => {
          try {
            resolve({ status: incoming.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString('utf8')) });
          } catch {
            reject(notOurs(port));
          }
        });
      },
    );
    outgoing.once('timeout', () => outgoing.destroy(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)));
    outgoing.once('error', fail).end(bytes);
  });
}

function unreachable(port: number, error: Error): DaemonError {
  const reason = 'code' in error && error.code === 'ECONNREFUSED' ? 'nothing listens there' : error.message;
  return daemonError(
    'unreachable',
    `the daemon does not answer on 127.0.0.1:${port} (${reason})`,
    'Start it with `hermes-router serve`, or name its port with --port.',
  );
}

function notOurs(port: number): DaemonError {
  return daemonError(
    'not_ours',
    `what listens on 127.0.0.1:${port} did not answer with JSON`,
    'Name the port of the daemon with --port.',
  );
}
