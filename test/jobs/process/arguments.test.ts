import t from 'tap';
import { hermesArguments } from '../../../src/jobs/process/arguments.ts';

const OLD = { streamJson: false, queryFile: false, quiet: true };
const CURRENT = { streamJson: true, queryFile: true, quiet: true };
const PLAIN = { profile: 'child', prompt: 'task', promptFile: null, model: '', provider: '', contract: OLD };

t.test('the order of spec 4', async (t) => {
  const prompt = 'Context: background\n\nTask: task';
  t.same(hermesArguments({ ...PLAIN, prompt, model: 'model-x' }), [
    '-p',
    'child',
    'chat',
    '-q',
    prompt,
    '-m',
    'model-x',
  ]);
  t.same(hermesArguments({ ...PLAIN, model: 'm', provider: 'p', contract: CURRENT }), [
    ...['-p', 'child', 'chat', '-q', 'task', '--format', 'stream-json', '-m', 'm', '--provider', 'p'],
  ]);
  t.same(hermesArguments({ ...PLAIN, promptFile: '/f' }), ['-p', 'child', 'chat', '--query-file', '/f']);
});

t.test('J-06 a prompt that looks like an option is still a prompt', async (t) => {
  for (const prompt of ['-x', '--', '-Q', '--help', '-1', '- item'])
    t.same(hermesArguments({ ...PLAIN, prompt }), ['-p', 'child', 'chat', `--query=${prompt}`]);
  t.same(hermesArguments({ ...PLAIN, prompt: ' -x' }), ['-p', 'child', 'chat', '-q', ' -x']);
});
