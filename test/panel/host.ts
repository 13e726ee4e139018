import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Test } from 'tap';
import { type HeaderPairs, HOST_HEADERS } from './host/headers.ts';
import { asset, hostPage } from './host/page.ts';
import { type Forwarding, forward } from './host/proxy.ts';
import { openSession, requestRefusal } from './host/rules.ts';

/** One request for the sidecar that went through the host, or was refused by it. */
export interface Exchange {
  readonly method: string;
  /** Path and query as the sidecar knows them. */
  readonly path: string;
  readonly status: number;
  /** Who made the answer. */
  readonly by: 'host' | 'sidecar';
  /** Size of the answer's body on the wire, which is what the host's limit counts. */
  readonly wireBytes: number;
  readonly milliseconds: number;
  /** What the browser sent, with lower-case names. */
  readonly headers: IncomingMessage['headers'];
  /** What the sidecar got; empty where it got nothing. */
  readonly sent: ReadonlyMap<string, string>;
}

/** What a test may turn while the host runs. */
export interface HostSwitches {
  /** Whether the owner has approved the sidecar. */
  consent: boolean;
  /** False: the session has ended. */
  signedIn: boolean;
  /** False: nobody listens where the sidecar should be. */
  reachable: boolean;
}

/** A stand-in for the Hermes WebUI, as far as a sidecar and its panel meet it (spec: host). */
export interface Host {
  /** `http://127.0.0.1:PORT`, without a trailing slash. */
  readonly url: string;
  /** What stands before a path of the sidecar. */
  readonly base: string;
  readonly switches: HostSwitches;
  /** All exchanges so far, oldest first. */
  readonly exchanges: readonly Exchange[];
  /** The cookie and the CSRF value, for a test without a browser. */
  readonly session: { readonly cookie: string; readonly csrfToken: string };
}

/** Where the daemon is, and what the host looks like. */
export interface HostOptions {
  readonly port: number;
  readonly tokenFile: string;
  /** Default: light. The page's `data-theme` changes it. */
  readonly theme?: 'light' | 'dark';
}

const API = /^\/api\/extensions\/([^/]+)\/sidecar(?=[/?]|$)/;
const EXTENSION = 'hermes-smart-router';
const PROXIED = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** A port that needs a privilege to listen on, and that nobody has listened on for decades. */
const NOBODY = 1;

/** Starts the host before a daemon; it stops when the test ends. */
export async function startHost(t: Test, { port, tokenFile, theme = 'light' }: HostOptions): Promise<Host> {
  const session = openSession();
  const switches: HostSwitches = { consent: true, signedIn: true, reachable: true };
  const exchanges: Exchange[] = [];

  const proxied = async (request: IncomingMessage, id: string, target: string): Promise<Forwarding> => {
    const refused = (status: number, error: string) => ({ sent: new Map(), answer: { status, error } });
    const refusal = requestRefusal(request, switches.signedIn ? session : null);
    if (refusal !== null) return refused(refusal.status, refusal.error);
    if (id !== EXTENSION) return refused(404, 'Extension not found');
    return forward(request, target, {
      port: switches.reachable ? port : NOBODY,
      tokenFile,
      consent: switches.consent,
    });
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = request.url ?? '/';
    const method = request.method ?? 'GET';
    const [before, id] = API.exec(url) ?? [];
    if (before === undefined || id === undefined) {
      send(response, ...ownAnswer(url, switches.signedIn ? session : null, theme));
      return;
    }
    if (!PROXIED.includes(method)) {
      send(response, method === 'OPTIONS' ? 200 : 501, []);
      return;
    }
    const started = performance.now();
    const path = url.slice(before.length);
    const { sent, answer } = await proxied(request, id, path);
    const own = 'error' in answer;
    const body = own ? Buffer.from(JSON.stringify({ error: answer.error })) : answer.body;
    exchanges.push({
      method,
      path,
      status: answer.status,
      by: own ? 'host' : 'sidecar',
      wireBytes: body.length,
      milliseconds: performance.now() - started,
      headers: request.headers,
      sent,
    });
    send(response, answer.status, own ? [['Content-Type', 'application/json']] : answer.headers, body);
  };

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no address');
  const url = `http://127.0.0.1:${address.port}`;
  return { url, base: `${url}/api/extensions/${EXTENSION}/sidecar`, switches, exchanges, session };
}

/** The host's own pages and the extension's files. Whoever gets a page gets the session with it. */
function ownAnswer(
  url: string,
  session: Host['session'] | null,
  theme: 'light' | 'dark',
): [number, HeaderPairs, Buffer?] {
  if (session === null) return [401, [['Content-Type', 'text/plain']], Buffer.from('Authentication required')];
  if (url === '/') {
    const cookie = `${session.cookie}; HttpOnly; SameSite=Lax; Path=/; Max-Age=2592000`;
    const headers: HeaderPairs = [
      ['Content-Type', 'text/html; charset=utf-8'],
      ['Set-Cookie', cookie],
    ];
    return [200, headers, Buffer.from(hostPage(session.csrfToken, theme))];
  }
  const file = asset(url);
  return file === null ? [404, []] : [200, [['Content-Type', file.type]], file.bytes];
}

function send(response: ServerResponse, status: number, headers: HeaderPairs, body: Buffer = Buffer.alloc(0)): void {
  const all: HeaderPairs = [...headers, ['Content-Length', String(body.length)], ...HOST_HEADERS];
  response.writeHead(status, all.flat());
  response.end(body);
}
