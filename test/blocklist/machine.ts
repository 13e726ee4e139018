import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Blocklist, openBlocklist } from '../../src/blocklist/blocklist.ts';
import type { JsonObject } from '../../src/lib/json.ts';

/** A wall clock and a monotonic clock that only the test moves. */
export interface TestClock {
  readonly now: () => Date;
  readonly monotonic: () => number;
  /** Real time passes: both clocks show it. */
  set(epochSeconds: number): void;
  /** Somebody sets the wall clock. */
  jump(seconds: number): void;
}

export function testClock(epochSeconds: number): TestClock {
  let elapsed = epochSeconds;
  let jumped = 0;
  return {
    now: () => new Date((elapsed + jumped) * 1000),
    monotonic: () => elapsed - 50,
    set: (seconds) => {
      elapsed = seconds;
    },
    jump: (seconds) => {
      jumped += seconds;
    },
  };
}

/** A policy with the breaker on; `knobs` override the defaults 5/600/60/900/2. */
export function breakerPolicy(knobs: JsonObject = {}, blocklist: JsonObject = {}): JsonObject {
  return { blocklist: { ...blocklist, auto_breaker: { enabled: true, ...knobs } } };
}

/** A state file in a folder that does not exist yet, a clock, and a way to open (again) what stands there. */
export function machine(folder: string, epochSeconds = 0) {
  const stateFile = join(folder, 'hermes-smart-router', 'state', 'breaker-state.json');
  const clock = testClock(epochSeconds);
  const warnings: string[] = [];
  return {
    stateFile,
    clock,
    warnings,
    open: (): Blocklist =>
      openBlocklist({
        stateFile,
        now: clock.now,
        monotonic: clock.monotonic,
        warn: (message) => {
          warnings.push(message);
        },
      }),
    exists: () => existsSync(stateFile),
    text: () => readFileSync(stateFile, 'utf8'),
    entry: (key: string): unknown => JSON.parse(readFileSync(stateFile, 'utf8')).entries[key],
  };
}
