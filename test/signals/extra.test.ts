import t from 'tap';
import { extractSignals } from '../../src/signals/extract.ts';
import { expectRows } from './expect-rows.ts';

t.test('extra words follow the rules of their list', (t) => {
  expectRows(
    t,
    [
      ['reescrever tudo', { verb_class: 'hard' }],
      ['we ponder', { verb_class: 'hard' }],
      ['pondering', { verb_class: 'hard' }],
      ['zero downtimes', { verb_class: 'hard' }],
      ['zero-downtime', { verb_class: 'hard' }],
      ['修复死锁', { verb_class: 'hard' }],
      ['renomear', { verb_class: 'trivial' }],
      ['in main.tf', { has_code: true }],
      ['tf', { has_code: false }],
      ['main.tfvars', { has_code: false }],
      ['in C++ please', { has_code: true }],
      ['C plus', { has_code: false }],
      ['port to .net', { has_code: true, lang: 'csharp' }],
      ['CI/CD is red', { has_code: true }],
      ['Revisei e revisar', { keywords: ['revisar'] }],
      ['explain how to kubectl', { needs_tools: true }],
      ['em formato yaml', { needs_structured_output: true }],
      ['unrelated', { verb_class: 'unknown', has_code: false, keywords: [] }],
    ],
    {
      hard: ['reescrever', 'ponder', 'zero downtime', '死锁'],
      trivial: ['renomear'],
      code: ['.tf', 'c++', '.net', 'ci/cd'],
      review: ['Revisar', 'REVIEW'],
      tools: ['kubectl'],
      structured: ['formato yaml'],
    },
  );
  t.end();
});

t.test('an extra that is built in already is not listed twice', (t) => {
  t.strictSame(extractSignals('Review it', { extra: { review: ['Review'] } }).keywords, ['review']);
  t.end();
});

t.test('extras of one policy do not leak into the next', (t) => {
  t.equal(extractSignals('ponder', { extra: { hard: ['ponder'] } }).verb_class, 'hard');
  t.equal(extractSignals('ponder', { extra: {} }).verb_class, 'unknown');
  t.equal(extractSignals('ponder').verb_class, 'unknown');
  t.end();
});

t.test('words that are no words are ignored or taken literally', (t) => {
  const extra = { hard: ['', '   ', '\u200b', '(', '.*', '\\', '\ud800', '__proto__', 'constructor'] };
  t.equal(extractSignals('plain text', { extra }).verb_class, 'unknown');
  t.equal(extractSignals('an ( opens', { extra }).verb_class, 'hard');
  t.equal(extractSignals('the constructor', { extra }).verb_class, 'hard');
  t.equal(extractSignals('the constructor').verb_class, 'unknown');
  t.end();
});
