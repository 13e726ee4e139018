import t from 'tap';
import { LLM_ERRORS, llmError } from '../../src/llm/errors.ts';
import { failureEffect } from '../../src/llm/failure-effect.ts';

t.test('B-09 which status moves on, counts, and against whom', async (t) => {
  //               status, retry, nextHop, hostChain, counts
  const table: [number, boolean, boolean, boolean, 'pair' | 'credential' | null][] = [
    [400, false, false, false, null],
    [401, false, true, false, 'credential'],
    [402, false, true, true, 'credential'],
    [403, false, true, false, 'credential'],
    [404, false, true, true, 'pair'],
    [408, true, true, true, 'pair'],
    [409, false, false, false, null],
    [413, false, false, false, null],
    [422, false, false, false, null],
    [429, true, true, true, 'pair'],
    [500, true, true, true, 'pair'],
    [501, false, true, true, 'pair'],
    [502, true, true, true, 'pair'],
    [503, true, true, true, 'pair'],
    [504, true, true, true, 'pair'],
    [529, true, true, true, 'pair'],
  ];
  for (const [status, retry, nextHop, hostChain, counts] of table)
    t.match(
      failureEffect(llmError('http_status', undefined, { status })),
      { retry, nextHop, hostChain, counts },
      `${status}`,
    );
  t.match(failureEffect(llmError('network')), { retry: true, nextHop: true, hostChain: true, counts: 'pair' });
});

t.test('a request that is wrong, refused or given up is held against nobody', async (t) => {
  for (const code of [
    'refused',
    'unknown_task',
    'invalid_request',
    'images_refused',
    'queue_timeout',
    'aborted',
  ] as const)
    t.same(
      failureEffect(llmError(code)),
      { retry: false, nextHop: false, hostChain: false, counts: null, atOnce: false },
      code,
    );
  for (const code of ['empty_reply', 'truncated', 'model_refusal', 'schema_mismatch'] as const)
    t.match(failureEffect(llmError(code)), { retry: false, counts: null }, code);
});

t.test('the host chain goes on behind a hop that rests, unless its key was refused', async (t) => {
  for (const [status, hostChain] of [
    [undefined, true],
    [429, true],
    [401, false],
    [403, false],
  ] as const) {
    const details = status === undefined ? {} : { status };
    t.equal(failureEffect(llmError('cooling', undefined, details)).hostChain, hostChain, `${status}`);
  }
});

t.test('every code has a text and an effect', async (t) => {
  for (const code of Object.keys(LLM_ERRORS) as (keyof typeof LLM_ERRORS)[]) {
    t.ok(LLM_ERRORS[code].message.length > 5, code);
    t.ok(failureEffect(llmError(code)), code);
  }
});
