import t from 'tap';
import { bundleEntry, withEntry, withoutEntry } from '../../../src/commands/install/bundle.ts';
import type { Json, JsonObject } from '../../../src/lib/json.ts';

const ENTRY: JsonObject = { id: 'hermes-smart-router', scripts: ['hermes-smart-router/router-nav.js'] };
const KIT = { id: 'hermes-one-kit', scripts: ['kit.js'], note: { deep: [1, 'é'] } };
const OLD = { id: 'hermes-smart-router', scripts: ['old.js'] };
const RETIRED = { id: 'hermes-one-capability-router' };
const OTHER = { id: 'other' };
const text = (value: Json) => `${JSON.stringify(value, null, 2)}\n`;

t.test('the entry takes its own place and nobody else’s', async (t) => {
  const table: [what: string, before: Json | null, after: Json][] = [
    ['no file', null, { extensions: [ENTRY] }],
    ['empty list', { extensions: [] }, { extensions: [ENTRY] }],
    ['appended', { version: 3, extensions: [KIT] }, { version: 3, extensions: [KIT, ENTRY] }],
    ['in place', { extensions: [KIT, OLD, OTHER], x: null }, { extensions: [KIT, ENTRY, OTHER], x: null }],
    ['a bare list', [OTHER, OLD], [OTHER, ENTRY]],
    ['twice is once', { extensions: [OLD, OTHER, OLD] }, { extensions: [ENTRY, OTHER] }],
    ['retired ids go', { extensions: [RETIRED, KIT] }, { extensions: [KIT, ENTRY] }],
    ['odd entries stay', { extensions: ['text', null, 7] }, { extensions: ['text', null, 7, ENTRY] }],
    [
      'switched off stays off',
      { extensions: [{ ...OLD, enabled: false }] },
      { extensions: [{ ...ENTRY, enabled: false }] },
    ],
  ];
  for (const [what, before, after] of table)
    t.equal(withEntry(before === null ? null : JSON.stringify(before), ENTRY, 'f'), text(after), what);
  t.equal(
    withEntry(
      '{"extensions":[ {"id":"hermes-smart-router","scripts":["hermes-smart-router/router-nav.js"]}]}',
      ENTRY,
      'f',
    ),
    null,
    'right as it is',
  );
});

t.test('a bundle that the host could not read is refused', async (t) => {
  const long = JSON.stringify({ extensions: [{ id: 'x', note: 'é'.repeat(32_700) }] });
  const table: [before: string, message: RegExp][] = [
    ['{"extensions": [', /not valid JSON/],
    ['', /not valid JSON/],
    ['{}', /no list/],
    ['{"extensions": {}}', /no list/],
    ['"text"', /no list/],
    [long, /would exceed/],
    [' '.repeat(65_537), /exceeds the 65536/],
  ];
  for (const [before, message] of table) t.throws(() => withEntry(before, ENTRY, 'f'), { message, exitCode: 1 });
});

t.test('taking it out leaves the others', async (t) => {
  t.equal(
    withoutEntry(JSON.stringify({ extensions: [KIT, OLD, OTHER, RETIRED] }), 'f'),
    text({ extensions: [KIT, OTHER] }),
  );
  t.equal(withoutEntry(JSON.stringify([KIT]), 'f'), null, 'nothing to do');
});

t.test('the entry of the bundle', async (t) => {
  const manifest = {
    extensions: [{ id: 'hermes-smart-router', scripts: ['a.js'], stylesheets: [], sidecar: { type: 'loopback' } }],
  };
  t.match(bundleEntry(manifest, 9000), {
    scripts: ['hermes-smart-router/a.js'],
    sidecar: { type: 'loopback', origin: 'http://127.0.0.1:9000' },
  });
  for (const wrong of [null, {}, [], { extensions: [OTHER] }, { extensions: [] }])
    t.throws(() => bundleEntry(wrong, 1), /does not describe/);
});
