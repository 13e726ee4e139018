import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'tap';
import { DEFAULT_PORT, daemonPort, parsePort } from '../../src/client/port.ts';
import { processMark } from '../../src/lib/process-mark.ts';

test('the port is the one in the lock of a living daemon, else the usual one', (t) => {
  const stateDir = join(t.testdir(), 'state');
  t.equal(daemonPort(stateDir), DEFAULT_PORT, 'no lock');
  mkdirSync(stateDir);
  const mark = processMark(process.pid);
  const ours = { pid: process.pid, start_ticks: mark?.startTicks, boot_id: mark?.bootId, port: 4321 };
  const table: [string, number, string][] = [
    [JSON.stringify(ours), 4321, 'a living holder'],
    [JSON.stringify({ ...ours, start_ticks: '1' }), DEFAULT_PORT, 'an earlier process of its number'],
    [JSON.stringify({ ...ours, boot_id: 'another' }), DEFAULT_PORT, 'another boot'],
    [JSON.stringify({ ...ours, port: 0 }), DEFAULT_PORT, 'a holder that does not listen yet'],
    ['{"pid":', DEFAULT_PORT, 'half a lock'],
    ['[]', DEFAULT_PORT, 'no lock at all'],
  ];
  for (const [text, port, name] of table) {
    writeFileSync(join(stateDir, 'daemon.lock'), text);
    t.equal(daemonPort(stateDir), port, name);
  }
  for (const text of ['0', '65536', '-1', '1e3', 'http', '']) t.equal(parsePort(text), null, text);
  t.equal(parsePort('65535'), 65_535);
  t.end();
});
