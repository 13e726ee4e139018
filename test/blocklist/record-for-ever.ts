/** Records failures until it is killed, and prints one line for each that `recordFailure` said is on disk. */
import { writeSync } from 'node:fs';
import { openBlocklist } from '../../src/blocklist/blocklist.ts';
import { breakerPolicy } from './machine.ts';

const [stateFile = ''] = process.argv.slice(2);
const blocklist = openBlocklist({ stateFile });
const policy = breakerPolicy({ threshold: 1_000_000, window_seconds: 86_400 });
for (;;) {
  await blocklist.recordFailure(policy, 'm', 'p', 'crash');
  writeSync(1, '.\n');
}
