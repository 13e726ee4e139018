/** The variable that marks every process of a job; its value is the job's id. */
export const JOB_MARKER = 'HERMES_ROUTER_JOB_ID';

/** The variable under which `hermes` is told where to write its turn report. */
export const REPORT_FILE_VARIABLE = 'HERMES_QUIET_TURN_REPORT_FILE';

/** What a child's environment depends on beside the daemon's own. */
export interface ChildEnvironmentOptions {
  readonly jobId: string;
  readonly profile: string;
  /** The peeled Hermes root: `-p` is resolved against it. */
  readonly hermesRoot: string;
  /** `watchdog.env_passthrough`: further names to take over. Never wins over the strip list. */
  readonly passthrough?: readonly string[];
}

const ALLOWED: ReadonlySet<string> = new Set([
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'TZ', 'TMPDIR', 'SSH_AUTH_SOCK'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'all_proxy', 'no_proxy'],
  ...['SSL_CERT_FILE', 'SSL_CERT_DIR', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE', 'NODE_EXTRA_CA_CERTS'],
]);
const ALLOWED_PREFIXES = ['LC_', 'XDG_', 'HERMES_'];
/** Credentials that came in under an allowed prefix: a job gets them by name (`env_passthrough`) or not at all. */
const CREDENTIAL = /_(?:KEY|TOKEN|SECRET|PASSWORD)$/;

/** Names that would make the child believe it is somebody else, or talk to somebody who waits for us. */
const STRIPPED: ReadonlySet<string> = new Set([
  // Another worker's journal, the inference route and the session of whoever started the daemon.
  ...['HERMES_ROUTE_ATTEMPTS_FILE', 'HERMES_ROUTE_ATTEMPTS_KEY', 'HERMES_INFERENCE_PROVIDER', 'HERMES_INFERENCE_MODEL'],
  ...['HERMES_TUI', 'HERMES_SESSION_SOURCE', 'HERMES_DELEGATED_CHILD_CONTEXT', 'TERMINAL_CWD'],
  // With these Hermes thinks that somebody can answer its approval prompts, and waits for them.
  ...['HERMES_INTERACTIVE', 'HERMES_SINGLE_QUERY_SESSION'],
  // The daemon's line to systemd.
  ...['NOTIFY_SOCKET', 'INVOCATION_ID', 'JOURNAL_STREAM'],
]);
/** The card of a kanban worker; where the WebUI's token and password are; our own settings. */
const STRIPPED_PREFIXES = ['HERMES_KANBAN_', 'HERMES_EXT_', 'HERMES_WEBUI_', 'HERMES_ROUTER_'];

/**
 * The whole environment of a job's process: an allow-list over the daemon's (API keys of the daemon never reach a job: Hermes reads its own
 * `.env`), then what every job gets. `HERMES_DELEGATE_PROFILE_DISABLE` keeps the child from delegating in turn; the marker finds its
 * processes; `TERM` and `NO_COLOR` keep control sequences out of the answer. Pure.
 */
export function childEnvironment(parent: NodeJS.ProcessEnv, options: ChildEnvironmentOptions): Record<string, string> {
  const passthrough = new Set(options.passthrough ?? []);
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(parent)) {
    if (value !== undefined && !isStripped(name) && (isAllowed(name) || passthrough.has(name))) env[name] = value;
  }
  return {
    ...env,
    TERM: 'dumb',
    NO_COLOR: '1',
    HERMES_HOME: options.hermesRoot,
    HERMES_PROFILE: options.profile,
    HERMES_DELEGATE_PROFILE_DISABLE: '1',
    [JOB_MARKER]: options.jobId,
  };
}

function isAllowed(name: string): boolean {
  return ALLOWED.has(name) || (startsWithAny(name, ALLOWED_PREFIXES) && !CREDENTIAL.test(name));
}

function isStripped(name: string): boolean {
  return STRIPPED.has(name) || startsWithAny(name, STRIPPED_PREFIXES);
}

function startsWithAny(name: string, prefixes: readonly string[]): boolean {
  return prefixes.some((prefix) => name.startsWith(prefix));
}
