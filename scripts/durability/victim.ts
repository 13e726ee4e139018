import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Victim } from './kill-loop.ts';

const main = fileURLToPath(new URL('../../dist/app/main.js', import.meta.url));

/** Starts the built daemon on a port of the system's choice. Resolves once it listens; rejects when it ends before that. */
export async function startVictim(env: NodeJS.ProcessEnv): Promise<Victim> {
  const child = spawn(process.execPath, [main, 'serve', '--port', '0'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  const port = await new Promise<number>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const match = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(said);
      if (match !== null) resolve(Number(match[1]));
    });
    child.once('exit', () => reject(new Error(`the daemon ended: ${said}`)));
  });
  return {
    port,
    pid: child.pid ?? 0,
    kill: async () => {
      const gone = once(child, 'close');
      child.kill('SIGKILL');
      await gone;
    },
  };
}
