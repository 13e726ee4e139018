import t from 'tap';
import { tokenIn } from '../../../src/panel/page/wire/token.ts';

t.test('the token of an address, as people and browsers write it', async (t) => {
  const rows: readonly (readonly [string, string | null])[] = [
    ['', null],
    ['#policy', null],
    ['#token=', ''],
    ['#token=abc', 'abc'],
    ['#token=a+b/c==', 'a+b/c=='],
    ['#token=a%2Bb', 'a+b'],
    ['#token=a&b#c', 'a&b#c'],
    ['#token=100%', '100%'],
    ['#mytoken=abc', null],
  ];
  for (const [fragment, token] of rows) t.equal(tokenIn(fragment), token, fragment);
});
