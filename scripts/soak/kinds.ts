import { seededRandom } from '../../src/chain/random.ts';

/** What one job of the soak does. */
export interface SoakJob {
  readonly kind: string;
  readonly body: { readonly prompt: string; readonly profile: string; readonly timeout: number };
  /** Cancelled as soon as it was accepted, or once it runs; `null`: it ends by itself. */
  readonly cancel: 'at once' | 'running' | null;
}

const QUOTA = 'API call failed after 3 retries: HTTP 429 usage_limit_reached';

/** The ways in which a child ends, or does not, as steps of the fake child. Those that hang are cancelled or run into their limit. */
const KINDS: Readonly<Record<string, readonly object[]>> = {
  answer: [{ answer: 'done' }],
  tool: [{ tool: 'terminal', ms: 300 }, { answer: 'done' }],
  nonzero: [{ err: 'something went wrong\n' }, { exit: 3 }],
  quota: [{ raw: `${QUOTA}\n` }, { exit: 1 }],
  banner: [{ raw: `${QUOTA}\n` }, { exit: 0 }],
  empty: [{ exit: 0 }],
  killed: [{ text: 'half' }, { die: 'SIGKILL' }],
  segfault: [{ text: 'half' }, { die: 'SIGSEGV' }],
  flood: [{ flood: 12_000_000 }, { answer: 'done' }],
  torn: [{ bytes: 'e29c' }, { answer: 'done' }],
  in_group: [{ grandchild: 'group' }, { answer: 'done' }],
  orphan: [{ grandchild: 'orphan' }, { answer: 'done' }],
  pipe: [{ grandchild: 'pipe' }, { answer: 'done' }],
  stubborn: [{ grandchild: 'stubborn' }, { answer: 'done' }],
  hang: [{ grandchild: 'session' }, { text: 'working' }, { hang: true }],
  deaf: [{ ignore: 'SIGTERM' }, { text: 'working' }, { hang: true }],
};

/** Draws the jobs of a soak; the same seed draws the same ones. One in six is cancelled; every third is routed. */
export function drawJobs(amount: number, seed: number): SoakJob[] {
  const random = seededRandom(seed);
  const names = Object.keys(KINDS);
  return Array.from({ length: amount }, (_, index) => {
    const isCancelled = random() < 1 / 6;
    // Each kind once before chance begins.
    const kind = isCancelled ? 'hang' : (names[index] ?? names[Math.floor(random() * names.length)] ?? 'answer');
    return {
      kind,
      body: {
        prompt: `Debug case ${index}. fake:${JSON.stringify(KINDS[kind])}`,
        profile: random() < 1 / 3 ? 'auto' : 'coder',
        timeout: isCancelled ? 60 : kind === 'hang' || kind === 'deaf' ? 2 : 30,
      },
      cancel: isCancelled ? (random() < 0.3 ? 'at once' : 'running') : null,
    };
  });
}
