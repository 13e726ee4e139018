import { request } from 'node:http';

/** A daemon to talk to: on 127.0.0.1, with the token its file holds. */
export interface DaemonAddress {
  readonly port: number;
  readonly token: string;
}

/** An answer of the daemon: its status and its JSON body. */
export interface DaemonAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** The daemon answers within 8 s; the rest is for a machine under load. */
const TIMEOUT_MS = 15_000;

/**
 * One GET to the daemon.
 * @throws Error when nothing answers on the port, or what answers is not JSON.
 */
export function getFromDaemon({ port, token }: DaemonAddress, path: string): Promise<DaemonAnswer> {
  return new Promise((resolve, reject) => {
    const headers = { 'x-hermes-sidecar-token': token };
    const outgoing = request(
      { host: '127.0.0.1', port, path, headers, agent: false, timeout: TIMEOUT_MS },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.once('error', reject);
        incoming.once('end', () => {
          try {
            resolve({ status: incoming.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString('utf8')) });
          } catch {
            reject(new Error(`what listens on port ${port} did not answer with JSON`));
          }
        });
      },
    );
    outgoing.once('timeout', () =>
      outgoing.destroy(new Error(`no answer from port ${port} within ${TIMEOUT_MS / 1000} s`)),
    );
    outgoing.once('error', reject).end();
  });
}
