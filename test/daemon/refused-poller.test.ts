import { rmSync, writeFileSync } from 'node:fs';
import t from 'tap';
import { testHome } from '../http/listening.ts';
import { exchange, requestText } from '../http/raw.ts';
import { startProcess } from './daemon-process.ts';

t.test('P-05 a poller whose token was rotated or removed costs no line of the log', async (t) => {
  const home = testHome(t);
  const daemon = startProcess(t, { env: home.env });
  const port = await daemon.port();
  const poll = async () =>
    (await exchange(port, requestText('GET /status', port, { 'X-Hermes-Sidecar-Token': 'the-token-of-before' })))
      .status;
  for (let n = 0; n < 30; n++) t.equal(await poll(), 401);
  rmSync(home.tokenFile);
  for (let n = 0; n < 30; n++) t.equal(await poll(), 503);
  writeFileSync(home.tokenFile, 'the-token-of-before');
  t.equal(await poll(), 200, 'and it goes on by itself once it is right again');
  daemon.kill('SIGTERM');
  const { stderr } = await daemon.ended;
  const lines = stderr.split('\n').filter((line) => line !== '');
  t.ok(lines.length <= 3, `start and stop, and nothing else: ${stderr}`);
  t.notMatch(stderr, /the-token-of-before/);
});
