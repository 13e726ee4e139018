import t from 'tap';
import { scriptLines } from '../../../src/commands/price-watch/fetch-page.ts';
import { literalOf } from '../../../src/commands/price-watch/literal.ts';

t.test('the line that is watched', async (t) => {
  const table: [page: string, anchor: string, literal: string | RegExp][] = [
    ['a\n  <b>PEAK   hours</b>\t9-12 \nPeak hours again', 'Peak hours', '<b>PEAK hours</b> 9-12'],
    ['x\r\n按实际 Token 用量\r\ny', '按实际 token', '按实际 Token 用量'],
    ['nothing', 'Peak hours', /anchor not found/],
    ['', 'Peak hours', /anchor not found/],
    [' <meta name="d" content="Peak hours">\nPeak hours: 9', 'Peak hours', /page metadata/],
    ['<title>Peak hours</title>', 'Peak hours', /page metadata/],
    ['<x property="og:title">Peak hours', 'Peak hours', /page metadata/],
  ];
  for (const [page, anchor, literal] of table) {
    if (typeof literal === 'string') t.equal(literalOf(page, anchor), literal);
    else t.throws(() => literalOf(page, anchor), literal, page);
  }
  t.equal(literalOf(`Peak hours${'x'.repeat(100_000)}`, 'peak hours').length, 20_000);
});

t.test('a script’s texts are one line each', async (t) => {
  t.equal(scriptLines('{"a":"1, 2","b":"x","c d":[1,"e",2]}'), '{"a":"1, 2"\n,"b":"x"\n,"c d":[1,"e",2]}');
});
