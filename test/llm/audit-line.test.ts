import t from 'tap';
import type { AuditRecord } from '../../src/llm/audit.ts';
import { auditLine } from '../../src/llm/audit-line.ts';

const ANSWERED: AuditRecord = {
  event: 'plugin_llm.complete',
  plugin: 'hermes-smart-router',
  provider: 'zai',
  model: 'glm-5.3-flash',
  purpose: 'hermes-smart-router.classify',
  task: null,
  tokens: 7,
  outcome: 'ok',
  attempts: [],
  elapsed_ms: 12,
};

const START = 'plugin_llm.complete plugin=hermes-smart-router';
const ROWS: readonly (readonly [string, Partial<AuditRecord>, string])[] = [
  [
    'an answer',
    {},
    `${START} provider=zai model=glm-5.3-flash purpose=hermes-smart-router.classify tokens=7 outcome=ok ms=12`,
  ],
  [
    'a refusal before anybody was asked',
    { provider: null, model: null, purpose: '', tokens: null, outcome: 'refused' },
    `${START} provider=- model=- purpose=- tokens=- outcome=refused ms=12`,
  ],
  [
    'a structured answer of a task after a failed hop',
    {
      event: 'plugin_llm.complete_structured',
      task: 'classifier',
      content_type: 'json',
      attempts: [
        { provider: 'xai', model: 'grok', code: 'http_status', status: 429 },
        { provider: 'xai', model: 'grok', code: 'network', status: null },
      ],
    },
    'plugin_llm.complete_structured plugin=hermes-smart-router provider=zai model=glm-5.3-flash purpose=hermes-smart-router.classify tokens=7 outcome=ok ms=12 task=classifier content_type=json failed=grok@xai:http_status:429,grok@xai:network',
  ],
  [
    'names that would forge a field or a line',
    { model: 'a outcome=ok\nplugin_llm.complete' },
    `${START} provider=zai model="a outcome=ok\\nplugin_llm.complete" purpose=hermes-smart-router.classify tokens=7 outcome=ok ms=12`,
  ],
];

t.test('one line a call', async (t) => {
  for (const [name, more, expected] of ROWS) t.equal(auditLine({ ...ANSWERED, ...more }), expected, name);
});
