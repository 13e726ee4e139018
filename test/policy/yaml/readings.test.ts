import t from 'tap';
import { readsAlike, type Yaml11Reading, yaml11Reading } from '../../../src/policy/yaml/readings.ts';

t.test('plain values as PyYAML 6 reads them', async (t) => {
  const numbers: [string, number][] = [
    ...([
      ['012', 10],
      ['-012', -10],
      ['0_7', 7],
      ['1_000', 1000],
      ['1__0', 10],
      ['0b11', 3],
      ['0x1F', 31],
      ['0x_1', 1],
    ] as const),
    ...([
      ['22:00', 1320],
      ['1:30.5', 90.5],
      ['-1:30', -90],
      ['+1', 1],
      ['.5', 0.5],
      ['1.', 1],
      ['1.5e+3', 1500],
      ['1.e+3', 1000],
      ['0', 0],
    ] as const),
  ].map(([source, value]) => [source, value]);
  for (const [source, value] of numbers) t.same(yaml11Reading(source), { kind: 'number', value }, source);
  const others: [Yaml11Reading['kind'], string[]][] = [
    [
      'text',
      ['08', '090', '1e3', '1.5e3', '12e03', '0o14', '+', '.', '2001-1-1', 'nope', '5s', 'glm-5.3', '22:61', 'tRUE'],
    ],
    ['date', ['2024-01-01', '2001-12-14t21:59:43.10-05:00', '2001-1-1 1:02:03']],
    ['null', ['', '~', 'null', 'Null', 'NULL']],
    ['special', ['=', '<<']],
    ['boolean', ['yes', 'On', 'off', 'n', 'Y', 'TRUE', 'false']],
  ];
  for (const [kind, sources] of others) for (const source of sources) t.equal(yaml11Reading(source).kind, kind, source);
});

t.test('agreement with what YAML 1.2 made of it', async (t) => {
  const table: [string, unknown, boolean][] = [
    ['true', true, true],
    ['yes', 'yes', false],
    ['012', 12, false],
    ['-0', -0, true],
    ['1.0', 1, true],
    ['~', null, true],
    ['text', 'text', true],
    ['1e3', 1000, false],
    ['2024-01-01', '2024-01-01', false],
  ];
  for (const [source, value, expected] of table) t.equal(readsAlike(source, value), expected, source);
});
