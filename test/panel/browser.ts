import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import tap, { type Test } from 'tap';

/** Locators and waits give up after this: long, since a loaded machine is slow and a test never waits for it to run out. */
const PATIENCE_MS = 60_000;

const CURE = 'no chromium on the PATH; install it: sudo apt-get install chromium (as root, scripts/test.sh does)';

/**
 * Chromium as root has no sandbox. It must not look for anything but what the test serves: names other than the loopback's do not resolve.
 */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

/** What a page is opened with: the size of its window, and whatever else playwright knows (colour scheme, reduced motion, ...). */
export interface PageOptions extends BrowserContextOptions {
  /** In CSS pixels; 1280 by 800 unless told otherwise. */
  readonly width?: number;
  readonly height?: number;
}

/** A page of its own profile whose noise is kept. */
export interface WatchedPage {
  readonly page: Page;
  /** Console errors, uncaught errors, failed requests and requests to anywhere but 127.0.0.1, so far. */
  complaints(): readonly string[];
  /**
   * Asserts that there were none, and forgets them. Every test ends with this.
   * @param expected noise that the test itself has caused, such as the console's line for an answer of 403; each must have been made.
   */
  assertQuiet(t: Test, ...expected: readonly RegExp[]): void;
}

let shared: Promise<Browser> | null = null;

/**
 * A test with a browser, which all tests of one file share. Without chromium it fails and says what to install; only for somebody who
 * cannot install it here and now (not root, not CI) it is left out instead, and says the same.
 */
export function browserTest(name: string, body: (t: Test, browser: Browser) => Promise<void>): void {
  const optional = process.env.CI === undefined && process.getuid?.() !== 0;
  tap.test(name, { skip: optional && chromiumPath() === null ? CURE : false }, async (t) => {
    shared ??= openBrowser();
    await body(t, await shared);
  });
}

/** Starts chromium without a window, with a home of its own, until the file's tests are over. */
async function openBrowser(): Promise<Browser> {
  const executablePath = chromiumPath();
  if (executablePath === null) throw new Error(CURE);
  const home = mkdtempSync(join(tmpdir(), 'router-browser-'));
  const env = { PATH: process.env.PATH ?? '', HOME: home, TMPDIR: home, LANG: 'C.UTF-8' };
  const browser = await chromium.launch({ executablePath, args: ARGUMENTS, env, timeout: PATIENCE_MS });
  tap.teardown(async () => {
    await browser.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  });
  return browser;
}

/** Opens an empty page with a profile of its own; it is closed when the test ends. */
export async function newPage(t: Test, browser: Browser, options: PageOptions = {}): Promise<WatchedPage> {
  const { width = 1280, height = 800, ...rest } = options;
  const context = await browser.newContext({ viewport: { width, height }, ...rest });
  t.teardown(() => context.close());
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const noise: string[] = [];
  listen(page, (line) => noise.push(line));
  return {
    page,
    complaints: () => [...noise],
    assertQuiet: (t, ...expected) => {
      for (const pattern of expected)
        t.ok(
          noise.some((line) => pattern.test(line)),
          `it complained of ${pattern}`,
        );
      const unexpected = noise.filter((line) => !expected.some((pattern) => pattern.test(line)));
      t.strictSame(unexpected, [], 'the page is quiet');
      noise.length = 0;
    },
  };
}

function listen(page: Page, complain: (line: string) => void): void {
  page.on('console', (message) => {
    if (message.type() === 'error') complain(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => complain(`uncaught: ${error.stack ?? error.message}`));
  page.on('request', (request) => {
    if (isForeign(request.url())) complain(`foreign: ${request.url()}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // A page that goes away takes its requests with it; that is no failure.
    if (reason !== 'net::ERR_ABORTED') complain(`failed: ${request.method()} ${request.url()} ${reason}`);
  });
}

function isForeign(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return /^(https?|wss?):$/.test(protocol) && hostname !== '127.0.0.1';
}

function chromiumPath(): string | null {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, 'chromium');
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // The next folder may have it.
    }
  }
  return null;
}
