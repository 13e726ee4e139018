import { watchProblem } from './literal.ts';

/** Gets one page as text. @throws WatchProblem with a reason that fits in a report. */
export type FetchPage = (url: string) => Promise<string>;

const USER_AGENT = 'Mozilla/5.0 (pricing provenance watcher)';
/** For a page and all its redirects, in ms (spec: core 8.2). */
const TIMEOUT_MS = 30_000;
/** The longest page of these is below 2 MB. Bytes. */
const MAX_PAGE_BYTES = 16 * 1024 * 1024;
/** Its pages hold no text: a script builds them. */
const SCRIPTED_HOST = 'mimo.mi.com';

/** Pages over the network. undici is imported with the first one. */
export async function fetchPage(url: string): Promise<string> {
  const page = await fetchText(url);
  if (new URL(url).hostname !== SCRIPTED_HOST) return page;
  const script = /["'](\/static\/main\.[^"']*\.js)["']/.exec(page)?.[1];
  if (script === undefined) throw watchProblem('the page names no script');
  return `${page}\n${scriptLines(await fetchText(new URL(script, url).href))}`;
}

/** A script's texts, one property a line, so that one clause is one line. */
export function scriptLines(script: string): string {
  return script.replace(/,(?="[^"\n]{1,200}":)/g, '\n,');
}

async function fetchText(url: string): Promise<string> {
  const { Agent, interceptors, request } = await import('undici');
  const dispatcher = new Agent({ maxResponseSize: MAX_PAGE_BYTES }).compose(
    interceptors.redirect({ maxRedirections: 5 }),
  );
  try {
    const { statusCode, body } = await request(url, {
      dispatcher,
      headers: { 'user-agent': USER_AGENT },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const bytes = await body.arrayBuffer();
    if (statusCode !== 200) throw watchProblem(`HTTP ${statusCode}`);
    return new TextDecoder('utf-8').decode(bytes);
  } catch (error) {
    throw error instanceof Error && 'watchProblem' in error ? error : watchProblem(reasonOf(error));
  } finally {
    await dispatcher.destroy();
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the request failed';
  if (error.name === 'TimeoutError') return `no answer within ${TIMEOUT_MS / 1000} s`;
  return 'code' in error && typeof error.code === 'string'
    ? `the request failed (${error.code})`
    : 'the request failed';
}
