import { setting } from '../../hermes/paths.ts';
import { PRICE_WATCH_TIMER, SIDECAR_UNIT, STALE_CHECK_TIMER } from '../../hermes/service-units.ts';
import { originOf } from './bundle.ts';
import type { InstallOptions } from './options.ts';

/** What the advice depends on. */
export interface Situation {
  readonly standalone: boolean;
  /** Whether the services of this user go on after logout; `null` where it could not be found out. */
  readonly linger: boolean | null;
  readonly user: string;
  readonly env: NodeJS.ProcessEnv;
}

/** What the user does now: nothing was started, and nobody but the user can consent. */
export function nextSteps(options: InstallOptions, { standalone, linger, user, env }: Situation): string {
  const commands: [command: string, why: string][] = [
    ['systemctl --user daemon-reload', ''],
    [`systemctl --user enable --now ${SIDECAR_UNIT}`, ''],
    [`systemctl --user enable --now ${STALE_CHECK_TIMER}`, 'restarts it after an upgrade, when no job runs'],
    [`systemctl --user enable --now ${PRICE_WATCH_TIMER}`, 'optional: asks five pages of providers, once a day'],
    ...(linger === true
      ? []
      : ([[`loginctl enable-linger ${user}`, 'without it the service ends when you log out']] as [string, string][])),
    ['hermes-router doctor', 'says what is still missing'],
  ];
  const width = Math.max(...commands.map(([command]) => command.length));
  const lines = commands.map(([command, why]) => `  ${why === '' ? command : `${command.padEnd(width)}  # ${why}`}`);
  return ['Nothing was started. Next:', ...lines, ...(standalone ? aloneSteps(options) : hostSteps(options, env))].join(
    '\n',
  );
}

function aloneSteps({ port, paths }: InstallOptions): string[] {
  return [
    'The panel, in a browser on this machine:',
    `  echo "${originOf(port)}/console#token=$(cat '${paths.tokenFile}')"`,
  ];
}

function hostSteps({ extensionRoot }: InstallOptions, env: NodeJS.ProcessEnv): string[] {
  const told = setting(env, 'HERMES_WEBUI_EXTENSION_DIR') !== undefined;
  return [
    ...(told
      ? []
      : [
          'Start Hermes One with these, so that it finds the extension (its panel kit must stand before ours in extensions.json):',
          `  HERMES_WEBUI_EXTENSION_DIR=${extensionRoot} HERMES_WEBUI_EXTENSION_MANIFEST=extensions.json`,
        ]),
    'Then reload Hermes One and approve the sidecar once: Settings > Extensions > Diagnostics > "Approve proxy consent".',
    'That writes the token; until then the daemon answers nothing but /health.',
  ];
}
