import t from 'tap';
import { runSoak } from '../../scripts/soak/run-soak.ts';
import { TOKEN, testHome } from '../http/listening.ts';
import { startProcess } from './daemon-process.ts';

/** Every kind of child once, and a third again. Two hundred with `scripts/soak.ts`. */
const JOBS = 24;

t.test(
  `soak: ${JOBS} jobs through four slots, cancels and a SIGKILL: one end each, none lost, no orphan`,
  async (t) => {
    const { env } = testHome(t);
    const found = await runSoak({
      jobs: JOBS,
      kills: 1,
      seed: 7,
      token: TOKEN,
      env,
      start: async (env) => {
        const daemon = startProcess(t, { env });
        return {
          port: await daemon.port(),
          pid: daemon.pid,
          kill: async () => {
            daemon.kill('SIGKILL');
            await daemon.ended;
          },
        };
      },
    });
    t.equal(found.accepted, JOBS);
    t.strictSame(found.unsettled, [], 'every job ended, and stays what its client was told');
    t.strictSame(found.missing, [], 'all are in the list');
    t.strictSame(found.notOnce, [], 'one last row each');
    t.strictSame(found.orphans, [], 'no process carries a marker');
    t.equal(found.busy, 0, 'all slots are free');
    t.match(
      found.ends,
      { succeeded: Number, 'failed/crash_or_oom': Number, 'failed/quota_exhausted': Number },
      'real ends',
    );
  },
);
