import t from 'tap';
import { CommandError } from '../../src/commands/failure.ts';
import { readMoment } from '../../src/commands/moment.ts';

const NOW = new Date('2026-08-17T21:34:56.789Z');

t.test('a moment is read from now, an hour or ISO-8601 (spec: routing 19.11)', async (t) => {
  const table: [string | undefined, string, 'now' | 'explicit'][] = [
    [undefined, '2026-08-17T21:34:56.789Z', 'now'],
    ['', '2026-08-17T21:34:56.789Z', 'now'],
    ['now', '2026-08-17T21:34:56.789Z', 'explicit'],
    ['NOW', '2026-08-17T21:34:56.789Z', 'explicit'],
    ['7', '2026-08-17T07:00:00.000Z', 'explicit'],
    ['07:30', '2026-08-17T07:30:00.000Z', 'explicit'],
    ['23:59', '2026-08-17T23:59:00.000Z', 'explicit'],
    ['2026-08-17T07:00:00Z', '2026-08-17T07:00:00.000Z', 'explicit'],
    ['2026-08-17T07:00:00', '2026-08-17T07:00:00.000Z', 'explicit'],
    ['2026-08-17T09:00:00+02:00', '2026-08-17T07:00:00.000Z', 'explicit'],
    ['2026-08-17T00:00+12:00', '2026-08-16T12:00:00.000Z', 'explicit'],
  ];
  for (const [text, at, source] of table) {
    t.match(readMoment(text, false, NOW), { at: new Date(at), source }, `--at ${text}`);
  }
});

t.test('an unreadable moment is a usage error, never now', async (t) => {
  for (const text of [
    'teatime',
    '25',
    '07:99',
    '24:00',
    '2026-13-01T00:00:00Z',
    '2026-02-30',
    '   ',
    '-1',
    '7.5',
    '1e3',
  ]) {
    const failure = t.throws(() => readMoment(text, false, NOW), CommandError, JSON.stringify(text));
    t.match(failure, { exitCode: 2 });
  }
});

t.test('time-agnostic has no moment', async (t) => {
  t.strictSame(readMoment(undefined, true, NOW), { at: null, source: 'time-agnostic' });
});
