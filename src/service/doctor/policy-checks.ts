import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { profileWarnings } from '../../policy/lint/use-warnings.ts';
import { type Finding, failure, fine, warning } from './check.ts';
import type { DoctorParts } from './parts.ts';

/** The policy: there, readable and valid. */
export function checkPolicy({ policy }: DoctorParts): Finding {
  const { path, loadError, errors, warnings, document } = policy;
  if (!existsSync(path))
    return failure(`no policy at ${path}`, 'hermes-router serve writes a commented example at its first start');
  if (loadError !== null) return failure(`${path}: ${loadError}`, `Repair ${path}`);
  if (errors.length > 0)
    return failure(`${path} has ${errors.length} errors, the first: ${errors[0]}`, 'hermes-router lint');
  if (document.enabled !== true) return warning(`${path}: routing is switched off`, 'Set `enabled: true`');
  const advice = warnings.length === 0 ? '' : ` (${warnings.length} pieces of advice: hermes-router lint)`;
  return fine(`${path} is valid${advice}`);
}

/** The profiles that the policy names. */
export function checkProfiles({ policy, profiles, paths }: DoctorParts): Finding {
  const missing = profileWarnings(policy.document, profiles);
  if (missing.length === 0) return fine(`${profiles.length} profiles: ${profiles.join(', ')}`);
  return warning(
    `${missing.length} places in the policy name a profile that does not exist, the first: ${missing[0]}`,
    `hermes profile create NAME (profiles are folders of ${paths.profilesDir}), or change the policy`,
  );
}

/** Whether the classifier could be asked: the trust gate of Hermes and the keys. */
export function checkClassifier({ classifier: { state, reason, fix } }: DoctorParts): Finding {
  const cure =
    fix === null
      ? 'hermes-router log shows what it answered'
      : `Set in Hermes' config.yaml: ${fix.replaceAll('\n', '; ')}`;
  if (state === 'refused') return failure(`Hermes refuses the classifier: ${reason}`, cure);
  if (state === 'unavailable') return warning(`the classifier cannot be asked, fail_safe stands in: ${reason}`, cure);
  if (state === 'failing') return warning(`the classifier does not answer, fail_safe stands in: ${reason}`, cure);
  return fine(state === 'ok' ? reason : 'nothing keeps the classifier from being asked');
}

/** The Python plugin of the same name may write to the same files. */
export function checkPlugin({ paths: { pluginDir } }: DoctorParts): Finding {
  const isPlugin = ['plugin.yaml', '__init__.py'].some((name) => existsSync(join(pluginDir, name)));
  if (!isPlugin) return fine('no other router writes to the same files');
  return warning(
    `the Python plugin at ${pluginDir} may run beside this daemon, on the same log and breaker state`,
    'Works, but one of the two is enough: hermes plugins disable hermes-smart-router',
  );
}
