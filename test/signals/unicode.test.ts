import t from 'tap';
import { extractSignals } from '../../src/signals/extract.ts';
import { normaliseText } from '../../src/signals/normalise.ts';

/** Does an extra word of the review list stand in the text? The keyword is the word as the policy writes it. */
function finds(word: string, text: string): boolean {
  return extractSignals(text, { extra: { review: [word] } }).keywords.includes(word);
}

t.test('S-01 word boundaries of every script', (t) => {
  t.ok(finds('деплой', 'сделай деплой сейчас'));
  t.ok(finds('деплой', 'ДЕПЛОЙ!'));
  t.notOk(finds('деплой', 'передеплой'));
  t.ok(finds('état', 'voir état ici'));
  t.notOk(finds('pida', 'rápida'));
  t.notOk(finds('tat', 'état'));
  t.notOk(finds('𐐀x', 'y𐐀x'), 'letters outside the basic plane are letters');
  t.ok(finds('𐐨x', '(𐐀X)'), 'and have a lower case');
  t.end();
});

t.test('Chinese, Japanese and Korean: their terms anywhere, Latin words beside them', (t) => {
  t.ok(finds('审查', '请审查一下'));
  t.ok(finds('レビュー', 'コードレビューして'));
  t.ok(finds('レビュー', 'コードﾚﾋﾞｭｰして'), 'half width');
  t.ok(finds('리뷰', '코드리뷰를'));
  t.ok(finds('コード レビュー', 'このコード-レビュー'));
  t.strictSame(extractSignals('请review一下这个pr').keywords, ['review']);
  t.equal(extractSignals('请看这个pr').has_code, true);
  t.end();
});

t.test('S-03 no state between calls', (t) => {
  const extra = { trivial: ['fix', '修正', '.tf'] };
  const first = JSON.stringify(extractSignals('Fix main.tf, fix 修正', { extra }));
  for (let i = 0; i < 100; i++) {
    t.equal(JSON.stringify(extractSignals('Fix main.tf, fix 修正', { extra })), first);
    extractSignals('nothing 直 here', { extra });
  }
  t.end();
});

t.test('S-05 composed and decomposed forms are one', (t) => {
  t.ok(finds('caf\u00e9', 'un cafe\u0301 noir'));
  t.ok(finds('cafe\u0301', 'un caf\u00e9 noir'));
  t.end();
});

t.test('S-07 invisible and typographic characters', (t) => {
  const { needs_tools } = extractSignals('what is a de\u200bploy');
  t.equal(needs_tools, true);
  t.ok(finds('deploy', 'de\u200bploy'));
  t.ok(finds('deploy', 'de\u00adploy'));
  t.ok(finds('deploy', 'deploy\u00a0now'));
  t.ok(finds('deploy', '\ufeffdeploy'));
  t.ok(finds("don't", 'I don\u2019t know'));
  t.ok(finds('don\u2019t', "I don't know"));
  t.ok(finds('fix', 'a \ufb01x'));
  t.ok(finds('deploy', 'ｄｅｐｌｏｙ'));
  t.equal(extractSignals('race\u2011condition').verb_class, 'hard');
  t.equal(normaliseText('De\u200bploy \ufb01x\u2019s \u2013'), "Deploy fix's -");
  t.equal(extractSignals('de\u200bploy').char_len, 7, 'lengths are of the text as given');
  t.end();
});

t.test('S-08 emoji: terms with or without a variation selector, code points counted whole', (t) => {
  t.ok(finds('❤', 'with ❤\ufe0f'));
  t.ok(finds('❤\ufe0f', 'with ❤'));
  t.ok(finds('🚑', 'help🚑now'));
  t.equal(extractSignals(`${'a'.repeat(199)}😀`).char_len, 200);
  t.equal(extractSignals('\ud83d').char_len, 1, 'a lone surrogate is one');
  t.end();
});
