import t from 'tap';
import { parseJobRequest } from '../../src/jobs/request.ts';

const EMPTY = {
  prompt: 'do it',
  context: '',
  profile: '',
  model: '',
  provider: '',
  timeoutSeconds: null,
  cwd: '',
  sessionId: '',
  activeProfile: '',
  idempotencyKey: '',
  mayInline: true,
  failover: null,
  keepBackground: false,
};

t.test('what a request may say', async (t) => {
  const rows: [object, Partial<typeof EMPTY> | Record<string, unknown>][] = [
    [{ prompt: 'do it' }, {}],
    [{ goal: ' do it\n' }, {}],
    [{ prompt: 'do it', goal: 'something else' }, {}],
    [{ prompt: ' ', goal: 'do it' }, {}],
    [{ prompt: 'do it', context: ' c ' }, { context: 'c' }],
    [{ prompt: 'do it', profile: 'auto' }, {}],
    [{ prompt: 'do it', profile: '' }, {}],
    [{ prompt: 'do it', profile: null, model: null, timeout: null }, {}],
    [{ prompt: 'do it', profile: ' Coder' }, { profile: ' Coder' }],
    [
      { prompt: 'do it', model: 'm', provider: 'p' },
      { model: 'm', provider: 'p' },
    ],
    [{ prompt: 'do it', timeout: 12.9 }, { timeoutSeconds: 12 }],
    [{ prompt: 'do it', timeout: 0 }, {}],
    [{ prompt: 'do it', timeout: -5 }, {}],
    [{ prompt: 'do it', timeout: 0.5 }, {}],
    [{ prompt: 'do it', timeout: '' }, {}],
    [
      { prompt: 'do it', inline: 'never', failover: false, keep_background: true },
      { mayInline: false, failover: false, keepBackground: true },
    ],
    [{ prompt: '- item' }, { prompt: '- item' }],
    [{ prompt: '-x' }, { prompt: '-x' }],
  ];
  for (const [body, expected] of rows)
    t.strictSame(parseJobRequest(body), { ok: true, request: { ...EMPTY, ...expected } }, JSON.stringify(body));
});

t.test('what is refused, and in which words', async (t) => {
  const rows: [unknown, RegExp][] = [
    [[], /JSON object/],
    [{}, /^prompt is required$/],
    [{ prompt: '' }, /^prompt is required$/],
    [{ prompt: ' \n' }, /^prompt is required$/],
    [{ profile: 'coder' }, /^prompt is required$/],
    [{ prompt: ['x'] }, /prompt must be a string/],
    [{ prompt: 'x', goal: 1 }, /goal must be a string/],
    [{ prompt: 'x', context: {} }, /context must be a string/],
    [{ prompt: 'a\0b' }, /prompt must not contain a NUL/],
    [{ prompt: 'x', cwd: '/a\0' }, /cwd must not contain a NUL/],
    [{ prompt: 'x', timeout: '60' }, /timeout must be a number/],
    [{ prompt: 'x', timeout: 'not-a-number' }, /timeout must be a number/],
    [{ prompt: 'x', timeout: true }, /timeout must be a number/],
    [{ prompt: 'x', inline: true }, /inline must be/],
    [{ prompt: 'x', failover: 'no' }, /failover must be true or false/],
    [{ prompt: 'x', provider: 'p' }, /provider needs a model/],
    [{ prompt: 'x', model: '--yolo' }, /begins with "-"/],
    [{ prompt: 'x', model: 'm'.repeat(201) }, /model exceeds 200/],
    [{ prompt: 'x', propmt: 'y' }, /unknown field "propmt"/],
    [JSON.parse('{"prompt":"x","__proto__":1}'), /unknown field "__proto__"/],
  ];
  for (const [body, expected] of rows) {
    const parsed = parseJobRequest(body);
    t.match(parsed, { ok: false, error: expected }, JSON.stringify(body));
  }
});
