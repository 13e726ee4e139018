import t from 'tap';
import { extractSignals } from '../../src/signals/extract.ts';
import { expectRows } from './expect-rows.ts';

t.test('lines', (t) => {
  const rows: readonly (readonly [string, number])[] = [
    ['~40 lines', 40],
    ['1,200 lines', 1200],
    ['10k LOC', 10_000],
    ['10kloc', 10_000],
    ['1.5k lines', 1500],
    ['500-line handler', 500],
    ['40lines', 40],
    ['500+ lines', 500],
    ['a 1 line fix', 1],
    ['20 lines, then 300 lines', 20],
    ['0 lines, then 300 lines', 0],
    ['100-200 lines', 200],
    ['1234567,890 lines', 890],
    [`${'9'.repeat(400)} lines`, 1e9],
    ['３０ lines', 30],
    ['40\u00a0lines', 40],
    ['3 locations', 0],
    ['3 liners', 0],
    ['line 40', 0],
    ['utf-8 lines', 0],
    ['v2.17 lines', 0],
    ['mp3 lines', 0],
    ['k lines', 0],
  ];
  for (const [task, lines] of rows) t.equal(extractSignals(task).size_lines, lines, task);
  t.end();
});

t.test('files', (t) => {
  const rows: readonly (readonly [string, number])[] = [
    ['3 files', 3],
    ['3-file change', 3],
    ['3-5 files', 5],
    ['3 \u2013 5 files', 5],
    ['3\u20135 files', 5],
    ['2 files, then 3-5 files', 5],
    ['2 files, then 9 files', 2],
    ['2k files', 2000],
    ['1,200 files', 1200],
    [`${'9'.repeat(30)} files`, 1e9],
    ['12 filenames', 0],
    ['mp4 files', 0],
    ['utf8 files', 0],
    ['3 profiles', 0],
  ];
  for (const [task, files] of rows) t.equal(extractSignals(task).num_files, files, task);
  t.end();
});

t.test('requirements', (t) => {
  expectRows(t, [
    ['- a\r\n- b\r\n', { num_requirements: 2 }],
    ['  * a\n\t10) b\n1.5 c\n-d\n-\n- \n--- \n', { num_requirements: 2 }],
    ['\u00a0- a', { num_requirements: 1 }],
    ['a - b\n1 - c', { num_requirements: 0 }],
  ]);
  t.end();
});
