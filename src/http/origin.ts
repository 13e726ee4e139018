import type { IncomingHttpHeaders } from 'node:http';
import type { ErrorCode } from './errors.ts';

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'] as const;

/** The names under which the daemon may be addressed: what a browser under DNS rebinding cannot forge (Host, Origin). */
export interface OwnNames {
  /** Lower-case Host values: loopback names with our port or none. */
  readonly hosts: ReadonlySet<string>;
  /** Origins of pages that we served ourselves. */
  readonly origins: ReadonlySet<string>;
}

/** Names of a daemon that listens on `port`. */
export function ownNames(port: number): OwnNames {
  return {
    hosts: new Set(LOOPBACK_NAMES.flatMap((name) => [name, `${name}:${port}`])),
    origins: new Set(LOOPBACK_NAMES.map((name) => `http://${name}:${port}`)),
  };
}

/**
 * Refuses a Host that is not ours. A missing one (HTTP/1.0) is refused too: only Host shows DNS rebinding, because a
 * same-origin GET carries no Origin.
 */
export function hostRefusal(host: string | undefined, names: OwnNames): ErrorCode | null {
  return host !== undefined && names.hosts.has(host.toLowerCase()) ? null : 'host_not_allowed';
}

/**
 * Refuses what a browser says comes from elsewhere. Through the WebUI's proxy there is no Origin, and Sec-Fetch-Site is
 * `same-origin` (spec: host 3); programs send neither. Absence proves nothing, presence of a foreign value does.
 */
export function originRefusal(headers: IncomingHttpHeaders, names: OwnNames): ErrorCode | null {
  if (headers['sec-fetch-site'] === 'cross-site') return 'cross_site';
  const origin = headers.origin;
  return origin === undefined || names.origins.has(origin.toLowerCase()) ? null : 'foreign_origin';
}
