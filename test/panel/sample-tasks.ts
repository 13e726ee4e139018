import type { JsonObject } from '../../src/lib/json.ts';

/** A task whose text would run a script wherever it were taken for HTML. */
export const HOSTILE_TASK = '<img src=x onerror=alert(1)> in the README';

const HARD = [
  'Debug race condition in pool',
  'Refactor the scheduler of the importer',
  'Find the memory leak in worker.ts',
  'Plan the migration of the billing tables to Postgres 17',
  'There is a deadlock between the writer and the flusher',
];
const TRIVIAL = [
  'Rename getCwd in utils.py',
  'Fix typo in README.md',
  'Format main.go',
  'Bump the version in package.json',
  'Rename the variable in config.ts',
];
const EVERYDAY = [
  'Write a function in parse.ts that reads a CSV with quoted fields',
  'Implement pagination in orders.py',
  'Add a test for the login form in login.test.ts',
  'Update handler.go, router.go, store.go and cache.go to the new context type',
  'Look at the screenshot and say what is wrong with the layout',
  'Audit the session handling for weaknesses',
  'Schreibe eine Funktion in umlaute.py, die Größen in Zoll umrechnet ✓ 日本語 🚦',
];
/** No rule decides these: the classifier is asked, and answers the first ones only. */
const OPEN = [
  'Review PR for security',
  'Plan the summer party',
  'Summarize this note',
  'Draft an answer to the supplier',
  'Which of the two offers is better for us?',
  'Translate the announcement into Portuguese',
  'Prepare the agenda of Monday',
];

/** Bodies of `POST /route`, oldest first: rules, the classifier, the last resort, a ban, a pin, the cache, long and hostile text. */
export const SAMPLE_TASKS: readonly JsonObject[] = [
  ...OPEN.map((task) => ({ task })),
  ...HARD.map((task) => ({ task, source: 'kanban' })),
  ...EVERYDAY.map((task) => ({ task })),
  { task: 'Summarize this note', session_id: 'session-a' },
  { task: 'Draft an answer to the supplier', session_id: 'session-a', assignee: 'reviewer' },
  { task: 'Port the parser in grammar.rs', model: 'gpt-5.6-luna', provider: 'openai-codex' },
  { task: `Explain this log.\n${'2026-11-30 worker 7 took a job and gave it back\n'.repeat(60)}` },
  { task: HOSTILE_TASK, source: '"><script>alert(2)</script>' },
  ...TRIVIAL.map((task) => ({ task, source: 'chat' })),
];

/** A job of the sample, and what its child does. */
export interface SampleJob {
  readonly prompt: string;
  /** Fixed by the caller; absent leaves it to the router. */
  readonly profile?: string;
  /** Steps of the fake child (test/fixtures/hermes.mjs). */
  readonly steps: readonly JsonObject[];
  /** What holds of the job once the sample is complete. */
  readonly becomes: 'running' | 'succeeded' | 'failed';
}

const line = (text: string): string => `${JSON.stringify({ type: 'text', text: `${text}\n` })}\n`;

/** The jobs, by what they show. */
export const SAMPLE_JOBS = {
  succeeded: {
    prompt: 'Rename getCwd to currentFolder in utils.py',
    steps: [
      { text: 'Looking for its uses ...\n' },
      { tool: 'grep', ms: 20 },
      { answer: 'Renamed getCwd to currentFolder in utils.py; three uses followed.' },
    ],
    becomes: 'succeeded',
  },
  failed: {
    prompt: 'Debug the flaky upload test',
    profile: 'reviewer',
    steps: [
      { text: 'Running the test ...\n' },
      { err: 'Error: the working tree is not clean\n' },
      { result: { exit_code: 1, error: 'the working tree is not clean' } },
      { exit: 1 },
    ],
    becomes: 'failed',
  },
  hostile: {
    prompt: `Print the colours of the terminal, ${HOSTILE_TASK}`,
    profile: 'coder',
    steps: [
      { raw: line('\u001b[31mred\u001b[0m and \u001b[1;32mgreen\u001b[0m \u001b]8;;http://example.invalid\u0007link') },
      { err: '\u001b[2J\u001b[33mwarning\u001b[0m: </script><script>alert(3)</script>\n' },
      { answer: '</script><script>alert(4)</script> &amp; <b>done</b>' },
    ],
    becomes: 'succeeded',
  },
  running: {
    prompt: 'Port the importer to streams, file by file',
    profile: 'coder',
    steps: [{ text: 'Starting with the first file.\n' }, { tick: line('ported one more file'), every: 400 }],
    becomes: 'running',
  },
} as const satisfies Readonly<Record<string, SampleJob>>;

/** Which job of the sample. */
export type SampleJobName = keyof typeof SAMPLE_JOBS;
