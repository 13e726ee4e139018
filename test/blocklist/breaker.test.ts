import t from 'tap';
import {
  type BreakerEntry,
  CLOSED_ENTRY,
  failureCount,
  isBlocked,
  reduceBreaker,
  wouldBlock,
} from '../../src/blocklist/breaker.ts';
import { BREAKER_DEFAULTS, type BreakerSettings } from '../../src/blocklist/settings.ts';

/** `fail` expects tripped or not, `ask` blocked or not, `peek` the same without asking, `backoff` [seconds, until]. */
type Step =
  | ['fail', string, number, boolean]
  | ['ask', number, boolean]
  | ['peek', number, boolean]
  | ['success', number]
  | ['release', number]
  | ['state', BreakerEntry['state']]
  | ['backoff', number, number]
  | ['probe until', number]
  | ['count', number];

interface Sequence {
  readonly name: string;
  readonly settings?: Partial<BreakerSettings>;
  readonly steps: readonly Step[];
}

const TRIP: Step[] = [
  ['fail', 'ttfb_stall', 100, false],
  ['fail', 'ttfb_stall', 110, true],
];

const SEQUENCES: readonly Sequence[] = [
  {
    name: 'two stalls open it for a minute, then one probe goes through',
    steps: [...TRIP, ['ask', 120, true], ['peek', 169.999, true], ['ask', 200, false], ['ask', 201, true]],
  },
  {
    name: 'two weak failures do not',
    steps: [
      ['fail', 'hard_timeout', 100, false],
      ['fail', 'hard_timeout', 110, false],
      ['ask', 120, false],
      ['state', 'CLOSED'],
    ],
  },
  {
    name: '3 + 2 reaches the threshold',
    steps: [
      ['fail', 'ttfb_stall', 0, false],
      ['fail', 'idle_stall', 10, true],
    ],
  },
  {
    name: 'a failure out of the window no longer counts',
    steps: [
      ['fail', 'ttfb_stall', 0, false],
      ['fail', 'idle_stall', 700, false],
      ['count', 2],
    ],
  },
  {
    name: 'an event exactly one window old is dropped',
    steps: [
      ['fail', 'ttfb_stall', 0, false],
      ['fail', 'idle_stall', 600, false],
      ['count', 2],
    ],
  },
  {
    name: 'the window keeps what is inside it',
    settings: { windowSeconds: 100 },
    steps: [
      ['fail', 'crash', 100, false],
      ['fail', 'crash', 200, false],
      ['fail', 'crash', 300, false],
      ['fail', 'crash', 350, false],
      ['count', 2],
    ],
  },
  {
    name: 'a success while closed resets nothing',
    steps: [
      ['fail', 'ttfb_stall', 100, false],
      ['success', 110],
      ['fail', 'idle_stall', 120, true],
    ],
  },
  {
    name: 'a probe that succeeds closes it',
    steps: [...TRIP, ['ask', 200, false], ['success', 210], ['state', 'CLOSED'], ['count', 0], ['ask', 220, false]],
  },
  {
    name: 'each failed probe doubles the cooldown',
    steps: [
      ...TRIP,
      ['ask', 200, false],
      ['fail', 'idle_stall', 210, true],
      ['ask', 220, true],
      ['backoff', 120, 330],
      ['ask', 400, false],
      ['fail', 'hard_timeout', 410, true],
      ['backoff', 240, 650],
      ['ask', 700, false],
      ['fail', 'crash', 710, true],
      ['backoff', 480, 1190],
    ],
  },
  {
    name: 'up to the longest cooldown',
    settings: { baseCooldownSeconds: 400 },
    steps: [
      ...TRIP,
      ['backoff', 400, 510],
      ['ask', 600, false],
      ['fail', 'crash', 610, true],
      ['backoff', 800, 1410],
      ['ask', 1500, false],
      ['fail', 'crash', 1510, true],
      ['backoff', 900, 2410],
      ['ask', 2500, false],
    ],
  },
  {
    name: 'the first cooldown is not capped',
    settings: { baseCooldownSeconds: 1200 },
    steps: [...TRIP, ['backoff', 1200, 1310]],
  },
  {
    name: 'a straggler while open neither trips nor prolongs',
    settings: { threshold: 1 },
    steps: [
      ['fail', 'ttfb_stall', 1, true],
      ['fail', 'ttfb_stall', 2, false],
      ['fail', 'crash', 3, false],
      ['count', 7],
      ['backoff', 60, 61],
      ['success', 4],
      ['state', 'OPEN'],
    ],
  },
  {
    name: 'one exhausted quota opens at once',
    steps: [['fail', 'quota_exhausted', 5, true]],
  },
  {
    name: 'a kind without a weight counts 1',
    settings: { threshold: 2 },
    steps: [
      ['fail', 'agent_error', 1, false],
      ['fail', 'something_new', 2, true],
    ],
  },
  {
    name: 'R-BRK-5 looking does not spend the probe',
    steps: [
      ...TRIP,
      ['peek', 170, false],
      ['peek', 200, false],
      ['peek', 200, false],
      ['state', 'OPEN'],
      ['ask', 200, false],
      ['state', 'HALF_OPEN'],
      ['peek', 200, true],
    ],
  },
  {
    name: 'R-BRK-6 a probe that nobody reports on is granted again one backoff later',
    settings: { threshold: 2 },
    steps: [
      ['fail', 'idle_stall', 1000, true],
      ['ask', 11000, false],
      ['probe until', 11060],
      ['ask', 11059, true],
      ['ask', 11060, false],
      ['probe until', 11120],
      ['ask', 11061, true],
    ],
  },
  {
    name: 'B-01 a cancelled probe frees its place',
    steps: [
      ...TRIP,
      ['ask', 200, false],
      ['release', 203],
      ['peek', 203, false],
      ['ask', 204, false],
      ['ask', 205, true],
      ['probe until', 264],
    ],
  },
  {
    name: 'B-02 a weak failed probe, long after the window, reopens with a new deadline and later another probe',
    settings: { windowSeconds: 60 },
    steps: [
      ...TRIP,
      ['ask', 5000, false],
      ['fail', 'crash', 5001, true],
      ['count', 1],
      ['backoff', 120, 5121],
      ['ask', 5120, true],
      ['ask', 5121, false],
      ['ask', 5121, true],
    ],
  },
  {
    name: 'a release means nothing unless a probe is out',
    steps: [['release', 1], ['state', 'CLOSED'], ...TRIP, ['release', 120], ['state', 'OPEN'], ['ask', 130, true]],
  },
];

for (const { name, settings, steps } of SEQUENCES) {
  t.test(name, async (t) => {
    const knobs: BreakerSettings = { ...BREAKER_DEFAULTS, enabled: true, ...settings };
    let entry = CLOSED_ENTRY;
    for (const step of steps) {
      const label = JSON.stringify(step);
      switch (step[0]) {
        case 'fail': {
          const after = reduceBreaker(entry, { type: 'failure', kind: step[1] }, step[2], knobs);
          t.equal(entry.state !== 'OPEN' && after.state === 'OPEN', step[3], label);
          t.equal(after.lastFailureKind, step[1], `R-BRK-7 the kind is stamped at once ${label}`);
          entry = after;
          break;
        }
        case 'ask': {
          const answer = isBlocked(entry, step[1]);
          t.equal(answer.blocked, step[2], label);
          entry = answer.entry;
          break;
        }
        case 'peek':
          t.equal(wouldBlock(entry, step[1]), step[2], label);
          break;
        case 'success':
        case 'release':
          entry = reduceBreaker(entry, { type: step[0] }, step[1], knobs);
          break;
        case 'state':
          t.equal(entry.state, step[1], label);
          break;
        case 'backoff':
          t.match(entry, { state: 'OPEN', backoffSeconds: step[1], cooldownUntil: step[2] }, label);
          break;
        case 'probe until':
          t.match(entry, { state: 'HALF_OPEN', probe: 'reserved', halfOpenUntil: step[1] }, label);
          break;
        case 'count':
          t.equal(failureCount(entry), step[1], label);
          break;
      }
    }
  });
}

t.test('a burst of failures keeps a bounded history', async (t) => {
  let entry = CLOSED_ENTRY;
  for (let i = 0; i < 3000; i++)
    entry = reduceBreaker(entry, { type: 'failure', kind: 'crash' }, i / 100, { ...BREAKER_DEFAULTS, enabled: true });
  t.equal(entry.events.length, 1000);
});
