import { isMapping, type JsonObject, own } from '../../src/lib/json.ts';
import type { Victim } from '../durability/kill-loop.ts';

/** A client that outlives the daemons it talks to. */
export interface PatientClient {
  /** The body of an answer of 200 or 202. A request whose daemon died is sent again to the next one. @throws for any other status. */
  ask(method: 'GET' | 'POST', path: string, body?: object): Promise<JsonObject>;
}

/** Opens a client. `current` resolves with the daemon that runs, and waits while there is none. */
export function patientClient(current: () => Promise<Victim>, token: string): PatientClient {
  const headers = { 'x-hermes-sidecar-token': token, 'x-hermes-router-client': 'soak' };
  return {
    ask: async (method, path, body) => {
      for (;;) {
        const daemon = await current();
        const answer = await send(`http://127.0.0.1:${daemon.port}${path}`, {
          method,
          headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        if (answer !== null) {
          if (answer.status === 200 || answer.status === 202) return answer.body;
          throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
        }
        // Either it was killed, and `current` is another promise by now, or something is wrong with it.
        if ((await current()) === daemon) throw new Error(`${method} ${path}: no answer from a daemon that lives`);
      }
    },
  };
}

async function send(url: string, init: RequestInit): Promise<{ status: number; body: JsonObject } | null> {
  try {
    const response = await fetch(url, init);
    const body: unknown = await response.json();
    return { status: response.status, body: isMapping(body) ? body : {} };
  } catch {
    return null;
  }
}

/** The job of an answer. @throws when there is none. */
export function jobOf(answer: JsonObject): JsonObject {
  const job = own(answer, 'job');
  if (!isMapping(job)) throw new Error(`no job in ${JSON.stringify(answer).slice(0, 200)}`);
  return job;
}
