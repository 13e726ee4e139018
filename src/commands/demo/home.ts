import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { resolveHermesPaths } from '../../hermes/paths.ts';
import { DEMO_HERMES } from './hermes.ts';

/** A private Hermes home for a demo: profiles, a token and a `hermes` that exist nowhere else. */
export interface DemoHome {
  readonly folder: string;
  readonly token: string;
  /** Environment of a daemon that lives in this home alone. */
  readonly env: NodeJS.ProcessEnv;
  remove(): void;
}

const PROFILES = {
  coder: { model: 'gpt-5.5', provider: 'openai-codex' },
  reviewer: { model: 'gpt-5.6-terra', provider: 'openai-codex' },
  researcher: { model: 'glm-5.3-flash', provider: 'zai' },
};

/** Makes a demo home in a fresh temporary folder that only its owner can read. */
export function makeDemoHome(): DemoHome {
  const folder = mkdtempSync(join(tmpdir(), 'hermes-router-demo-'));
  const hermes = join(folder, 'hermes');
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    HERMES_HOME: join(folder, '.hermes'),
    HERMES_ROUTER_HERMES_BIN: hermes,
  };
  const paths = resolveHermesPaths(env);
  for (const [profile, { model, provider }] of Object.entries(PROFILES)) {
    write(join(paths.profilesDir, profile, 'config.yaml'), `model:\n  default: ${model}\n  provider: ${provider}\n`);
  }
  write(hermes, DEMO_HERMES, 0o700);
  const token = randomBytes(32).toString('base64url');
  write(paths.tokenFile, token);
  return { folder, token, env, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function write(file: string, text: string, mode = 0o600): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, text, { mode });
}
