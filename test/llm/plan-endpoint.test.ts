import t from 'tap';
import {
  answer,
  type Behaviour,
  completion,
  failureOf,
  openOver,
  PING,
  refusal,
  type Stub,
  startStub,
} from './stub.ts';

t.test(
  'z.ai: a key that the regular endpoint refuses is tried at the plan endpoint once, and that is remembered',
  async (t) => {
    const byPath =
      (regular: Behaviour, plan: Behaviour): Behaviour =>
      (response, asked) =>
        (asked.path.startsWith('/api/coding/') ? plan : regular)(response, asked);
    const paths = (stub: Stub): string[] => stub.asked.map(({ path }) => path.replace('/paas/v4/chat/completions', ''));
    const open = (stub: Stub) =>
      openOver(
        t,
        { model: { default: 'glm', provider: 'zai' } },
        { env: `GLM_API_KEY=zai-secret\nGLM_BASE_URL=${stub.origin}/api/paas/v4\n` },
      );
    for (const regular of [
      refusal(401),
      refusal(429, 'Insufficient balance', { code: '1113' }),
      answer(200, { error: { code: '1113' } }),
    ]) {
      const stub = await startStub(t, byPath(regular, completion('ok')));
      const { llm } = open(stub);
      await llm.complete({ messages: PING });
      await llm.complete({ messages: PING });
      t.same(paths(stub), ['/api', '/api/coding', '/api/coding']);
      t.same(llm.cooldowns(), []);
    }
    const both = await startStub(t, byPath(refusal(401), refusal(500)));
    const refused = open(both);
    t.match(
      await failureOf(refused.llm.complete({ messages: PING })),
      { status: 401 },
      'the regular answer is the one reported',
    );
    t.same(paths(both), ['/api', '/api/coding']);
    const other = await startStub(t, byPath(refusal(500), completion('ok')));
    await failureOf(open(other).llm.complete({ messages: PING, retries: 0 }));
    t.same(paths(other), ['/api'], 'other failures are not the plan’s business');
  },
);
