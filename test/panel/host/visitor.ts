import { exchange, type RawAnswer } from '../../http/raw.ts';
import type { Host } from '../host.ts';

/** Asks the sidecar through the host: `METHOD PATH`, headers, body. An empty header is left out. */
export type Visit = (
  line: string,
  headers?: Readonly<Record<string, string>>,
  body?: string | Buffer,
) => Promise<RawAnswer>;

/** A caller like the browser: it has the session, and says where it comes from unless told otherwise. */
export function visitor(host: Host): Visit {
  const port = Number(new URL(host.url).port);
  return (line, headers = {}, body = '') => {
    const [method = '', path = ''] = line.split(' ');
    const all = {
      Host: `127.0.0.1:${port}`,
      Cookie: host.session.cookie,
      Referer: `${host.url}/`,
      ...(method === 'GET' ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
      ...headers,
    };
    const lines = Object.entries(all).flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}`]));
    const target = `${new URL(host.base).pathname}${path}`;
    const head = [`${method} ${target} HTTP/1.1`, ...lines, 'Connection: close', '', ''].join('\r\n');
    return exchange(port, Buffer.concat([Buffer.from(head), Buffer.from(body)]));
  };
}
