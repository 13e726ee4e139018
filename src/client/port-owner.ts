import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { get } from 'node:http';
import { errorCode } from '../lib/atomic-file.ts';

/** How long a stranger on our port may take to say who it is. */
const ASK_TIMEOUT_MS = 1_000;
/** State of a listening socket in /proc/net/tcp. */
const LISTENING = '0A';

/** Who listens on a port. */
export interface PortOwner {
  readonly who: 'us' | 'other' | 'nobody';
  /** For a person: `another hermes-smart-router (pid 4711, node)`. */
  readonly text: string;
}

/** Says who listens on a loopback port, as far as it can be told. */
export async function describePortOwner(port: number): Promise<string> {
  return (await findPortOwner(port)).text;
}

/** Finds out who listens on a loopback port. */
export async function findPortOwner(port: number): Promise<PortOwner> {
  const who = await askPort(port);
  if (who === 'nobody') return { who, text: 'nobody' };
  const what = who === 'us' ? 'another hermes-smart-router' : 'another program';
  const pid = listeningPid(port);
  if (pid === null) return { who, text: what };
  const name = readText(`/proc/${pid}/comm`).trim();
  return { who, text: `${what} (pid ${pid}${name === '' ? '' : `, ${name}`})` };
}

function askPort(port: number): Promise<PortOwner['who']> {
  return new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port, path: '/health', timeout: ASK_TIMEOUT_MS }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text = (text + chunk).slice(0, 4096);
      });
      response.on('error', () => resolve('other'));
      response.on('end', () => resolve(/"service":\s*"hermes-smart-router"/.test(text) ? 'us' : 'other'));
    });
    request.on('timeout', () => request.destroy());
    request.on('error', (error) => resolve(errorCode(error) === 'ECONNREFUSED' ? 'nobody' : 'other'));
    request.on('close', () => resolve('other'));
  });
}

/** The process that holds the listening socket; `null` without /proc or for another user's process. */
function listeningPid(port: number): number | null {
  const hexPort = port.toString(16).toUpperCase().padStart(4, '0');
  const inodes = ['/proc/net/tcp', '/proc/net/tcp6']
    .flatMap((table) => readText(table).split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[1]?.endsWith(`:${hexPort}`) && fields[3] === LISTENING)
    .map((fields) => `socket:[${fields[9]}]`);
  if (inodes.length === 0) return null;
  const pids = namesIn('/proc').filter((name) => /^\d+$/.test(name));
  const owner = pids.find((pid) =>
    namesIn(`/proc/${pid}/fd`).some((fd) => inodes.includes(linkOf(`/proc/${pid}/fd/${fd}`))),
  );
  return owner === undefined ? null : Number(owner);
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function namesIn(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
