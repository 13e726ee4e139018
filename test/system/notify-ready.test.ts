import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { notifyReady } from '../../src/system/notify-ready.ts';

function programIn(folder: string, text: string): string {
  const path = join(folder, 'systemd-notify');
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
  return `${folder}:/usr/bin:/bin`;
}

t.test('nobody is told where nobody waits', async (t) => {
  t.equal(await notifyReady({ PATH: programIn(t.testdir(), 'exit 9') }, 'up'), null);
});

t.test('systemd-notify gets the socket, the status and nothing else', async (t) => {
  const folder = t.testdir();
  const PATH = programIn(folder, `printf '%s|' "$@" "$NOTIFY_SOCKET" "$SECRET" > ${folder}/said`);
  t.equal(await notifyReady({ PATH, NOTIFY_SOCKET: '/run/x', SECRET: 'a key' }, 'Listening'), null);
  t.equal(readFileSync(join(folder, 'said'), 'utf8'), '--ready|--status=Listening|/run/x||');
});

t.test('why it could not be told', async (t) => {
  const folder = t.testdir();
  const table: [PATH: string, problem: RegExp][] = [
    ['/nonexistent', /^systemd-notify is not in PATH$/],
    [programIn(folder, 'echo "no such socket" >&2; exit 1'), /ended with exit code 1: no such socket$/],
  ];
  for (const [PATH, problem] of table) t.match(await notifyReady({ PATH, NOTIFY_SOCKET: '/run/x' }, 'up'), problem);
});
