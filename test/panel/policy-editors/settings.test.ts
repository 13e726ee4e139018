import tap from 'tap';
import { classifierEdit, classifierQueue } from '../../../src/panel/page/views/policy/settings/classifier-queue.ts';
import {
  compactionModelEdit,
  fallbackModeEdit,
  fallbackModes,
} from '../../../src/panel/page/views/policy/settings/compaction-choice.ts';

const [GLM, MIMO] = [
  { model: 'glm', provider: 'zai' },
  { model: 'mimo', provider: 'xiaomi', billing_mode: 'metered' },
];

tap.test('the classifier asks its chain, or its model alone', async (t) => {
  t.strictSame(classifierQueue({ ...GLM, chain: [GLM, MIMO] }), { hops: [GLM, MIMO], problem: null });
  t.strictSame(classifierQueue({ ...GLM, timeout_seconds: 15 }), { hops: [GLM], problem: null });
  t.strictSame(classifierQueue({}), { hops: [], problem: null });
  t.match(classifierQueue({ ...GLM, chain: [MIMO] }).problem, /names glm @ zai, but its chain begins with mimo/);
  t.equal(classifierQueue({ ...GLM, chain: 'T1' }).hops, null);
});

tap.test('its own names are those of its first hop', async (t) => {
  const block = { ...GLM, chain: [GLM, MIMO], temperature: 0 };
  t.match(classifierEdit(block, [MIMO, GLM]), {
    path: ['classifier'],
    value: { model: 'mimo', provider: 'xiaomi', chain: [MIMO, GLM], temperature: 0 },
  });
  t.strictSame(
    [classifierEdit({ ...GLM }, [GLM]), classifierEdit({ ...GLM }, [MIMO])].map(
      (edit) => edit.kind === 'set' && edit.value,
    ),
    [GLM, { model: 'mimo', provider: 'xiaomi', chain: [MIMO] }],
    'a chain only where there is more to say than the names',
  );
});

tap.test('compaction keeps what it has besides', async (t) => {
  const block = { ...GLM, base_url: 'http://127.0.0.1', fallback_mode: 'tier:T1' };
  t.match(compactionModelEdit(block, { model: 'mimo', provider: 'xiaomi' }), {
    path: ['compaction'],
    value: { model: 'mimo', provider: 'xiaomi', base_url: 'http://127.0.0.1', fallback_mode: 'tier:T1' },
  });
  const written = (mode: string) => {
    const edit = fallbackModeEdit(block, mode);
    return edit.kind === 'set' ? edit.value : edit.kind;
  };
  const { fallback_mode: _, ...bare } = block;
  t.strictSame(written(''), bare);
  t.strictSame(written('tier:T2'), { ...bare, fallback_mode: 'tier:T2' });
  t.strictSame(written('standalone'), { ...bare, fallback_mode: 'standalone', fallback_chain: [GLM] });
  t.strictSame(
    fallbackModes({ tiers: { T1: {}, spare: {} } }).map(([mode]) => mode),
    ['', 'tier:T1', 'tier:spare', 'standalone'],
  );
});
