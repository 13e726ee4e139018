import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { openJournal } from '../../src/journal/journal.ts';
import { isMapping, own } from '../../src/lib/json.ts';

/** A reader that keeps its file open and moves on when the path names another one, like pygtail or filebeat. */
function follow(path: string): {
  poll(): void;
  readonly ids: unknown[];
  readonly left: { fd: number; size: number }[];
} {
  const ids: unknown[] = [];
  const left: { fd: number; size: number }[] = [];
  let fd = openSync(path, 'r');
  let offset = 0;
  let rest = '';
  const readOn = (): void => {
    const block = Buffer.alloc(1 << 20);
    for (let length = readSync(fd, block, 0, block.length, offset); length > 0; ) {
      offset += length;
      const lines = `${rest}${block.toString('utf8', 0, length)}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const value: unknown = JSON.parse(line);
        if (isMapping(value)) ids.push(own(value, 'id'));
      }
      length = readSync(fd, block, 0, block.length, offset);
    }
  };
  const poll = (): void => {
    readOn();
    const now = statSync(path);
    if (now.ino === fstatSync(fd).ino && now.size >= offset) return;
    left.push({ fd, size: offset });
    fd = openSync(path, 'r');
    offset = 0;
    readOn();
  };
  return { poll, ids, left };
}

t.test('L-07 rotation is rename + create: a follower sees 10,000 rows once each', async (t) => {
  const path = join(t.testdir(), 'routes.jsonl');
  const journal = openJournal({ path, maxBytes: 64 * 1024, backups: 3 });
  await journal.append({ id: -1 });
  const follower = follow(path);
  for (let n = 0; n < 10_000; n += 500) {
    await Promise.all(
      Array.from({ length: 500 }, (_, index) => journal.append({ id: n + index, filler: 'x'.repeat(60) })),
    );
    follower.poll();
  }
  await journal.close();
  follower.poll();
  t.same(
    follower.ids,
    Array.from({ length: 10_001 }, (_, n) => n - 1),
  );
  t.ok(follower.left.length >= 10, `${follower.left.length} rotations were followed`);
  for (const { fd, size } of follower.left) {
    if (fstatSync(fd).size !== size) t.fail('a renamed file grew after the new one had its first row');
    closeSync(fd);
  }
});
