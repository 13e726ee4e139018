import { readFileSync, statSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/** The panel's page, ready to send. */
export interface ConsolePage {
  readonly html: Buffer;
  readonly gzipped: Buffer;
  /** Value of the Content-Security-Policy header. */
  readonly policy: string;
}

/** Made by the build; from here the path is the same in src/http/ and in dist/app/. */
const FILE = new URL('../../dist/app/console.html', import.meta.url);
/** The page names what it may load in its own head, for the frame whose document has no headers. A header can also forbid being framed. */
const POLICY_IN_PAGE = /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/;

/**
 * Reads the page, and compresses it once for each version of the file (modification time and size), so that a page that was replaced is the
 * one served. `read` answers null when there is no page: the daemon runs from a tree that was not built. Never throws.
 */
export function openConsolePage(file: URL = FILE): { read(): ConsolePage | null } {
  let stamp = '';
  let page: ConsolePage | null = null;
  return {
    read() {
      const now = stampOf(file);
      if (now === null) return null;
      if (now !== stamp || page === null) {
        page = load(file);
        stamp = now;
      }
      return page;
    },
  };
}

function load(file: URL): ConsolePage | null {
  try {
    const html = readFileSync(file);
    const inPage = POLICY_IN_PAGE.exec(html.toString('utf8'))?.[1] ?? "default-src 'none'";
    return { html, gzipped: gzipSync(html, { level: 9 }), policy: `${inPage}; frame-ancestors 'none'` };
  } catch {
    // Gone between the two looks: as if it had not been there.
    return null;
  }
}

function stampOf(file: URL): string | null {
  try {
    const stats = statSync(file, { bigint: true });
    return `${stats.mtimeNs}:${stats.size}`;
  } catch {
    return null;
  }
}
