import t from 'tap';
import { usableSecret } from '../../src/llm/usable-secret.ts';

t.test('what is a secret and what only stands where one belongs', async (t) => {
  const table: [string | undefined, string | null][] = [
    ['sk-abcd', 'sk-abcd'],
    [' sk-ab\u200bcd\r\n', 'sk-abcd'],
    ['clé-secrète', 'cl-secrte'],
    ['abc', null],
    ['', null],
    [undefined, null],
    ['changeme', null],
    ['CHANGE_ME', null],
    ['your_api_key', null],
    ['your-api-key-here', null],
    ['<your key>', null],
    ['xxxxxxxxxx', null],
    ['********', null],
    [`\${GLM_API_KEY}`, null],
  ];
  for (const [value, expected] of table) t.equal(usableSecret(value), expected, JSON.stringify(value));
});
