import t from 'tap';
import { cooldownText } from '../../src/blocklist/cooldown-text.ts';

t.test('remaining time for a person', async (t) => {
  const table: [number, string][] = [
    [900, '15m'],
    [121, '2m'],
    [120, '120s'],
    [59.6, '60s'],
    [2, '2s'],
    [1, 'expiring now'],
    [0, 'expiring now'],
    [-3, 'expiring now'],
  ];
  for (const [seconds, expected] of table) t.equal(cooldownText(seconds), expected, String(seconds));
});
