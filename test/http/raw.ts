import { connect, type Socket } from 'node:net';
import { isMapping, type JsonObject } from '../../src/lib/json.ts';

/** One answer as it came off the socket. */
export interface RawAnswer {
  readonly status: number;
  /** Lower-case names; repeated headers joined with ", ". */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The body as a JSON object, `{}` where it is none. */
  readonly json: JsonObject;
}

/** Reads whole answers off a socket, one after the other. */
export interface AnswerReader {
  /** The next answer. `bodyless` for HEAD. Rejects when the connection ends before it is whole. */
  next(bodyless?: boolean): Promise<RawAnswer>;
  /** Resolves when the peer has closed the connection. */
  closed(): Promise<void>;
  readonly socket: Socket;
}

/** Opens a connection to the app. Nothing is sent. */
export async function openSocket(port: number): Promise<AnswerReader> {
  const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  let bytes = Buffer.alloc(0);
  let ended = false;
  let wake = () => {};
  const end = () => {
    ended = true;
    wake();
  };
  socket.on('data', (chunk) => {
    bytes = Buffer.concat([bytes, chunk]);
    wake();
  });
  socket.on('end', end).on('error', end).on('close', end);
  const change = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });
  return {
    socket,
    closed: async () => {
      while (!ended) await change();
    },
    next: async (bodyless = false) => {
      for (;;) {
        const answer = takeAnswer(bytes, bodyless);
        if (answer !== null) {
          bytes = bytes.subarray(answer.size);
          return answer.answer;
        }
        if (ended) throw new Error(`connection ended after ${bytes.length} bytes: ${bytes.toString('latin1')}`);
        await change();
      }
    },
  };
}

/** Sends bytes on a connection of their own and reads one answer. */
export async function exchange(port: number, request: string | Buffer, bodyless = false): Promise<RawAnswer> {
  const reader = await openSocket(port);
  reader.socket.write(request);
  try {
    return await reader.next(bodyless);
  } finally {
    reader.socket.destroy();
  }
}

/** The text of a request: request line, `Host` of the app, the headers given, the body with its Content-Length. */
export function requestText(
  line: string,
  port: number,
  headers: Readonly<Record<string, string>> = {},
  body?: string | Buffer,
): Buffer {
  const all: Record<string, string> = { Host: `127.0.0.1:${port}`, ...headers };
  if (body !== undefined && all['Transfer-Encoding'] === undefined)
    all['Content-Length'] ??= String(Buffer.byteLength(body));
  const head = [`${line} HTTP/1.1`, ...Object.entries(all).map(([name, value]) => `${name}: ${value}`), '', ''];
  return Buffer.concat([Buffer.from(head.join('\r\n'), 'latin1'), Buffer.from(body ?? '')]);
}

function takeAnswer(bytes: Buffer, bodyless: boolean): { readonly size: number; readonly answer: RawAnswer } | null {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd === -1) return null;
  const [statusLine = '', ...lines] = bytes.subarray(0, headEnd).toString('latin1').split('\r\n');
  const status = Number(statusLine.split(' ')[1]);
  const start = headEnd + 4;
  if (status === 100) {
    const rest = takeAnswer(bytes.subarray(start), bodyless);
    return rest === null ? null : { size: start + rest.size, answer: rest.answer };
  }
  const headers = headersOf(lines);
  const size = start + (bodyless ? 0 : Number(headers['content-length'] ?? 0));
  if (bytes.length < size) return null;
  const body = bytes.subarray(start, size);
  return { size, answer: { status, headers, body, json: jsonOf(body) } };
}

function headersOf(lines: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  return headers;
}

function jsonOf(body: Buffer): JsonObject {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return isMapping(value) ? value : {};
  } catch {
    return {};
  }
}
