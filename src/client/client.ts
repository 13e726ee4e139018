import type { HermesPaths } from '../hermes/paths.ts';
import { createTokenReader } from '../hermes/token-file.ts';
import { isMapping, own } from '../lib/json.ts';
import { askDaemon, type DaemonAnswer, type DaemonQuestion } from './ask.ts';
import { daemonError } from './daemon-error.ts';
import { daemonPort } from './port.ts';

/** The daemon of one Hermes home. Port and token are looked up for each question, so that it may be restarted meanwhile. */
export interface DaemonClient {
  /** @throws DaemonError */
  ask(question: DaemonQuestion): Promise<DaemonAnswer>;
}

/** Where to look for the daemon, and who asks. */
export interface ClientOptions {
  readonly paths: Pick<HermesPaths, 'stateDir' | 'tokenFile'>;
  /** As given by the user; `null` for where the daemon says it listens. */
  readonly port: number | null;
  /** Name of the asking program. */
  readonly name: string;
}

/** Opens a client. Asks nothing yet. */
export function openDaemonClient({ paths, port, name }: ClientOptions): DaemonClient {
  const tokenReader = createTokenReader(paths.tokenFile);
  return {
    ask: async (question) => {
      const token = tokenReader.read();
      if (token === null) {
        const cure =
          'Approve the sidecar once in Hermes One (Settings > Extensions > Diagnostics): that writes the file.';
        throw daemonError('no_token', `there is no sidecar token at ${paths.tokenFile}`, cure);
      }
      const answer = await askDaemon({ port: port ?? daemonPort(paths.stateDir), token }, name, question);
      if (isTokenRefusal(answer.body)) throw tokenRefused(answer.body, paths.tokenFile);
      return answer;
    },
  };
}

function isTokenRefusal(body: unknown): boolean {
  const code = isMapping(body) ? own(body, 'code') : undefined;
  return code === 'invalid_token' || code === 'token_not_provisioned';
}

function tokenRefused(body: unknown, tokenFile: string) {
  const said = isMapping(body) ? own(body, 'error') : undefined;
  const cure = `The daemon reads another token file than ${tokenFile}: give both the same HERMES_HOME, or name its port with --port.`;
  return daemonError('token_refused', `the daemon refused the token (${String(said ?? 'no reason given')})`, cure);
}
