import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';

t.test('undici and ajv are loaded by the first call that needs them, not by the daemon’s start', async (t) => {
  const root = new URL('../../src/llm', import.meta.url).pathname;
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const texts = files.map((file) => [file, readFileSync(join(root, file), 'utf8')] as const);
  for (const name of ['undici', 'ajv']) {
    const eager = texts.filter(([, text]) => new RegExp(`^import (?!type )[^;]*from '${name}'`, 'm').test(text));
    t.same(
      eager.map(([file]) => file),
      [],
      name,
    );
    t.ok(
      texts.some(([, text]) => text.includes(`import('${name}')`)),
      name,
    );
  }
});
