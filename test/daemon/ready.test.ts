import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'tap';
import { testHome } from '../http/listening.ts';
import { startProcess } from './daemon-process.ts';

test('S36 systemd hears of the daemon once it listens', async (t) => {
  const home = testHome(t);
  const program = join(home.folder, 'systemd-notify');
  writeFileSync(program, '#!/bin/sh\necho "heard $*" >&2\nexit 1\n');
  chmodSync(program, 0o755);
  const env = { ...home.env, PATH: `${home.folder}:${home.env.PATH}`, NOTIFY_SOCKET: join(home.folder, 'socket') };
  const daemon = startProcess(t, { env });
  const [heard = ''] = await daemon.waitFor(/listening on .*[\s\S]*systemd was not told that the daemon is ready: .*/);
  t.match(heard, `heard --ready --status=Listening on http://127.0.0.1:${await daemon.port()}`);
  daemon.kill('SIGTERM');
  t.match(await daemon.ended, { code: 0 });
});
