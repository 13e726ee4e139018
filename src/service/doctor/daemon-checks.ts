import { statSync } from 'node:fs';
import { createTokenReader } from '../../hermes/token-file.ts';
import { CODE_FOLDER, newestChange } from '../../lib/code-age.ts';
import { type Finding, failure, fine, warning } from './check.ts';
import type { DoctorParts } from './parts.ts';

/** What Hermes One accepts as a token (spec: host 2). */
const TOKEN = /^[\w-]{16,256}$/;
const START = 'systemctl --user start hermes-router-sidecar, or hermes-router serve';
const RESTART = 'systemctl --user restart hermes-router-sidecar';

/** The token file: there, of the form the host accepts, and nobody else's to read. */
export function checkToken({ paths: { tokenFile } }: DoctorParts): Finding {
  const token = createTokenReader(tokenFile).read();
  if (token === null)
    return failure(
      `no token at ${tokenFile}: the daemon answers nothing but /health`,
      'Approve the sidecar in Hermes One (Settings > Extensions > Diagnostics); without Hermes One: hermes-router install --standalone',
    );
  if (!TOKEN.test(token))
    return failure(
      `the token at ${tokenFile} is not of the form that Hermes One accepts`,
      `rm '${tokenFile}', then approve the sidecar again`,
    );
  const mode = statSync(tokenFile, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & 0o077) !== 0)
    return warning(`other users may read the token at ${tokenFile}`, `chmod 600 '${tokenFile}'`);
  return fine(`provisioned at ${tokenFile}`);
}

/** Who listens on the port. */
export function checkPort({ daemon }: DoctorParts): Finding {
  const { port, owner, ownerText, problem } = daemon;
  if (owner === 'nobody') return failure(`nothing listens on 127.0.0.1:${port}`, START);
  if (owner === 'other')
    return failure(`127.0.0.1:${port} belongs to ${ownerText}`, 'End that program, or give the daemon another --port');
  if (problem !== null) return failure(`the daemon on port ${port}: ${problem.message}`, problem.cure);
  return fine(`the daemon listens on 127.0.0.1:${port}`);
}

/** Whether a page of another name (DNS rebinding) is kept out. */
export function checkHostRule({ daemon: { refusesForeignHost } }: DoctorParts): Finding {
  if (refusesForeignHost === null) return warning('not known: the daemon does not answer', START);
  if (refusesForeignHost) return fine('requests that name another host are refused');
  return failure('requests that name another host are answered', 'Stop it: what listens there is not this daemon');
}

/** Whether decisions reach the disk. */
export function checkLog({ daemon: { log } }: DoctorParts): Finding {
  if (log === null) return warning('not known: the daemon does not answer', START);
  if (log.state !== 'ok')
    return failure(
      `decisions are not recorded in ${log.path}: ${log.last_error ?? 'no reason given'}`,
      `Make room and make the folder of ${log.path} writable; the log comes back by itself`,
    );
  if (log.dropped > 0)
    return warning(
      `${log.dropped} decisions since the start are not in ${log.path}`,
      'Watch the free space of that disk',
    );
  return fine(`decisions are recorded in ${log.path}`);
}

/** Whether the process runs the code that is on disk. */
export function checkCodeAge({ daemon: { startedAt } }: DoctorParts): Finding {
  if (startedAt === null) return warning('not known: the daemon does not answer', START);
  const changedAt = newestChange(CODE_FOLDER);
  if (changedAt === null) return warning(`the code in ${CODE_FOLDER} cannot be read`, 'Install the package again');
  if (changedAt > startedAt)
    return warning(`the code on disk changed at ${changedAt.toISOString()}, after the daemon started`, RESTART);
  return fine('the running code is the code on disk');
}
