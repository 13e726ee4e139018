import t from 'tap';
import { lastOfTerminal, terminalText } from '../../../src/panel/page/views/jobs/terminal-text.ts';

const ESC = '\u001b';

t.test('sequences are shown as nothing, other control characters as a mark', async (t) => {
  const rows: readonly (readonly [string, string])[] = [
    ['plain\ttext\n', 'plain\ttext\n'],
    [`${ESC}[31mred${ESC}[0m and ${ESC}[1;38;5;12mblue${ESC}[m`, 'red and blue'],
    [`${ESC}[2J${ESC}[H${ESC}[?25lclear`, 'clear'],
    [`${ESC}]0;a title\u0007text`, 'text'],
    [`${ESC}]8;;http://example.invalid${ESC}\\link${ESC}]8;;${ESC}\\`, 'link'],
    [`${ESC}Pdevice${ESC}\\x`, 'x'],
    [`${ESC}(Bx${ESC}7y${ESC}=z`, 'xyz'],
    ['\u009b31mred', 'red'],
    ['one\r\ntwo\rthree\n', 'one\ntwo\nthree\n'],
    ['bell\u0007 nul\u0000', 'bell\ufffd nul\ufffd'],
    ['abc\u202edef\u2066', 'abc\ufffddef\ufffd'],
    ['</script><b>é 日本 🚦', '</script><b>é 日本 🚦'],
  ];
  for (const [printed, shown] of rows)
    t.strictSame(terminalText('', printed), { shown, held: '' }, JSON.stringify(printed));
});

t.test('a text cut anywhere comes out as the whole one does', async (t) => {
  const whole = `a${ESC}[31mb${ESC}]0;title\u0007c\r\nd${ESC}]8;;x${ESC}\\e\rf${ESC}(Bg`;
  const { shown } = terminalText('', whole);
  for (let at = 0; at <= whole.length; at++) {
    const first = terminalText('', whole.slice(0, at));
    const second = terminalText(first.held, whole.slice(at));
    t.equal(first.shown + second.shown + lastOfTerminal(second.held), shown, `cut at ${at}`);
  }
});

t.test('what never ends is not held back for ever', async (t) => {
  const endless = `${ESC}]0;${'x'.repeat(1000)}`;
  t.match(terminalText('', endless), { held: '' });
  t.equal(lastOfTerminal(`${ESC}[3`), '', 'half a sequence at the end is nothing');
  t.equal(lastOfTerminal('\r'), '\n');
});
