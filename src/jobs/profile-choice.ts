import type { HermesPaths } from '../hermes/paths.ts';
import { DEFAULT_PROFILE, isProfileName, listProfiles, profileExists } from '../hermes/profiles.ts';
import { type FailureEnvelope, failure } from './envelope.ts';
import { nearestName } from './nearest-name.ts';

/** Why a name is no profile: it cannot be one (its shape), or no such profile exists. */
export type ProfileProblem = { readonly kind: 'malformed' | 'missing'; readonly envelope: FailureEnvelope };

/** Checks that a profile exists before anything is spawned; `null` when it does. */
export function profileProblem(paths: Pick<HermesPaths, 'profilesDir'>, name: string): ProfileProblem | null {
  if (profileExists(paths, name)) return null;
  const known = listProfiles(paths);
  if (!isProfileName(name)) {
    const shape = `${pythonQuoted(name)} is no profile name: use a-z, 0-9, "-" and "_", at most 64, beginning with a letter or digit`;
    return { kind: 'malformed', envelope: failure('bad_args', shape, { hint: hintFor(name, known) }) };
  }
  const error = `Profile ${pythonQuoted(name)} does not exist. Create it with: hermes profile create ${name}`;
  return {
    kind: 'missing',
    envelope: failure('unknown_profile', error, {
      profile: name,
      available_profiles: known,
      hint: hintFor(name, known),
    }),
  };
}

function hintFor(name: string, known: readonly string[]): string {
  if (known.every((profile) => profile === DEFAULT_PROFILE))
    return 'There is no profile but default. Run: hermes profile list';
  const list = `Known profiles: ${known.join(', ')}`;
  const nearest = nearestName(name, known);
  return nearest === null ? list : `Did you mean ${nearest}? ${list}`;
}

/** Single quotes as in the Python plugin's message, which agents match. Names that reach the message are printable or escaped. */
function pythonQuoted(name: string): string {
  const escaped = JSON.stringify(name).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${escaped}'`;
}
