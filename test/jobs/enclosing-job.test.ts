import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { test } from 'tap';
import { enclosingJob } from '../../src/jobs/enclosing-job.ts';

test('the marker is found in an ancestor, past a process with an empty environment', async (t) => {
  const id = 'dp_0123456789ab';
  const child = spawn('/bin/sh', ['-c', '/usr/bin/env -i /bin/sh -c "sleep 300 & echo \\$!; wait" & wait'], {
    env: { HERMES_ROUTER_JOB_ID: id },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  t.teardown(() => process.kill(-(child.pid ?? 0), 'SIGKILL'));
  const { value } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  const sleeping = Number(value);
  t.ok(sleeping > 0);
  t.equal(enclosingJob({}, sleeping), id);
  t.equal(enclosingJob({}, 1), null, 'the first process runs in no job');
  t.equal(enclosingJob({ HERMES_ROUTER_JOB_ID: id }), id, 'its own environment counts first');
  t.equal(enclosingJob({ HERMES_ROUTER_JOB_ID: '../x' }), null, 'what is no id is no marker');
});
