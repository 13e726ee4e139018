import { readClassifierHealth } from './classifier-health.ts';
import type { ServiceContext } from './context.ts';
import { type Check, type Finding, warning } from './doctor/check.ts';
import { checkCodeAge, checkHostRule, checkLog, checkPort, checkToken } from './doctor/daemon-checks.ts';
import { checkHermes, checkLinger, checkNode, checkUnit } from './doctor/machine-checks.ts';
import type { DaemonFacts, DoctorParts } from './doctor/parts.ts';
import { checkClassifier, checkPlugin, checkPolicy, checkProfiles } from './doctor/policy-checks.ts';

/** Everything that was looked at, the most basic first. */
export interface DoctorReport {
  /** False as soon as one check failed; warnings do not count. */
  readonly ok: boolean;
  readonly checks: readonly Check[];
}

/** Every check by its name, in the order in which to mend things. */
const CHECKS: Readonly<Record<string, (parts: DoctorParts) => Finding | Promise<Finding>>> = {
  token: checkToken,
  port: checkPort,
  host_rule: checkHostRule,
  policy: checkPolicy,
  profiles: checkProfiles,
  classifier: checkClassifier,
  hermes: checkHermes,
  log: checkLog,
  plugin: checkPlugin,
  unit: checkUnit,
  linger: checkLinger,
  node: checkNode,
  code_age: checkCodeAge,
};

/**
 * Runs every check, all at the same time. Never rejects: a check that takes longer than `limitMs` or breaks is a warning. The programs that are asked
 * have 10 s each.
 */
export async function runDoctor(parts: DoctorParts, limitMs: number): Promise<DoctorReport> {
  const checks = await Promise.all(
    Object.entries(CHECKS).map(
      async ([id, look]): Promise<Check> => ({ id, ...(await within(limitMs, id, look, parts)) }),
    ),
  );
  return { ok: checks.every(({ status }) => status !== 'fail'), checks };
}

/** What the doctor looks at in the daemon itself. */
export function doctorParts(
  context: ServiceContext,
  daemon: Pick<DaemonFacts, 'port' | 'refusesForeignHost'>,
): DoctorParts {
  return {
    paths: context.paths,
    env: context.env,
    policy: context.policy.read(),
    profiles: context.profiles.read(),
    classifier: readClassifierHealth(context),
    daemon: {
      ...daemon,
      owner: 'us',
      ownerText: 'this daemon',
      problem: null,
      log: context.decisionLog.health(),
      startedAt: context.identity.startedAt,
    },
  };
}

async function within(
  limitMs: number,
  id: string,
  look: (parts: DoctorParts) => Finding | Promise<Finding>,
  parts: DoctorParts,
): Promise<Finding> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Finding>((resolve) => {
    timer = setTimeout(
      () =>
        resolve(
          warning(`not known: it took longer than ${limitMs / 1000} s`, 'Try again when the machine is less busy'),
        ),
      limitMs,
    );
  });
  const found = Promise.resolve()
    .then(() => look(parts))
    .catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      return warning(`not known: ${why}`, `Report this: the check ${id} broke`);
    });
  return Promise.race([found, late]).finally(() => clearTimeout(timer));
}
