import t from 'tap';
import { redactJson, redactSecrets } from '../../src/lib/redact.ts';

// Built from pieces, so that no scanner takes this file for a leak.
const ALNUM = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0';
const HEX = '0123456789abcdef0123456789abcdef';
const PEM = ['-----BEGIN RSA PRIVATE KEY-----', 'MIIEowIBAAKCAQEA7', 'b+c/d==', '-----END RSA PRIVATE KEY-----'].join(
  '\n',
);

const SECRETS: readonly [kind: string, secret: string][] = [
  ['anthropic-key', `sk-ant-api03-${ALNUM}_-AA`],
  ['openrouter-key', `sk-or-v1-${HEX}`],
  ['openai-key', `sk-${ALNUM}`],
  ['openai-key', `sk-proj-${ALNUM}-x_y`],
  ['openai-key', 'sk-abcdefghijklmnopqrstuvwx'],
  ['google-key', `AIza${ALNUM.slice(0, 35)}`],
  ['google-token', `ya29.${ALNUM}`],
  ['xai-key', `xai-${ALNUM}`],
  ['groq-key', `gsk_${ALNUM}`],
  ['huggingface-token', `hf_${ALNUM}`],
  ['nvidia-key', `nvapi-${ALNUM}`],
  ['perplexity-key', `pplx-${ALNUM}`],
  ['zai-key', `${HEX}.${ALNUM.slice(0, 16)}`],
  ['github-token', `ghp_${ALNUM}`],
  ['github-token', `gho_${ALNUM}`],
  ['github-token', `github_pat_11${ALNUM}_${ALNUM}`],
  ['gitlab-token', `glpat-${ALNUM}`],
  ['npm-token', `npm_${ALNUM}`],
  ['slack-token', `xoxb-123456789012-${ALNUM}`],
  ['slack-token', `xoxp-123456789012-${ALNUM}`],
  ['aws-key-id', 'AKIAIOSFODNN7EXAMPLE'],
  ['aws-key-id', 'ASIAIOSFODNN7EXAMPLE'],
  ['stripe-key', `sk_live_${ALNUM}`],
  ['telegram-token', `123456789:${ALNUM.slice(0, 35)}`],
  ['jwt', `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${ALNUM}`],
  ['private-key', PEM],
  ['private-key', PEM.replaceAll('\n', '\\n').replaceAll('RSA', 'OPENSSH')],
];

t.test('every known shape goes, and nothing around it', async (t) => {
  for (const [kind, secret] of SECRETS) {
    const marker = `[redacted:${kind}]`;
    t.equal(redactSecrets(secret), marker, `${kind} alone`);
    t.equal(redactSecrets(`use ${secret} , please`), `use ${marker} , please`, `${kind} in a sentence`);
    t.equal(redactSecrets(`("${secret}")\nfertig 😀`), `("${marker}")\nfertig 😀`, `${kind} in quotes`);
    t.equal(redactSecrets(`${secret}\n${secret}`), `${marker}\n${marker}`, `${kind} twice`);
  }
});

t.test('a key block that was cut off goes to its last key character', async (t) => {
  t.equal(redactSecrets(`${PEM.slice(0, 50)} and then?`), '[redacted:private-key] and then?');
  t.equal(
    redactSecrets('what does -----BEGIN PRIVATE KEY----- mean?'),
    'what does [redacted:private-key] mean?',
    'prose behind a bare header stays',
  );
});

t.test('values go by the name in front of them, and the name stays', async (t) => {
  const table: [string, string][] = [
    ['Authorization: Bearer abc123', 'Authorization: Bearer [redacted:authorization]'],
    [
      "curl -H 'authorization: Basic dXNlcjpwYXNz' http://x",
      "curl -H 'authorization: Basic [redacted:authorization]' http://x",
    ],
    ['"Authorization": "token abcdef99"', '"Authorization": "token [redacted:authorization]"'],
    ['send Bearer abcdef0123456789 along', 'send Bearer [redacted:bearer-token] along'],
    ['OPENAI_API_KEY=abcd1234efgh npm start', 'OPENAI_API_KEY=[redacted:secret] npm start'],
    ['api_key: "x9x9x9x9x9"', 'api_key: "[redacted:secret]"'],
    ["openaiApiKey='plainletters'", "openaiApiKey='[redacted:secret]'"],
    ['password: hunter2', 'password: [redacted:secret]'],
    ['DB_PASSWORD=letmein,', 'DB_PASSWORD=[redacted:secret],'],
    ['{"password":"p4ss w0rd"}', '{"password":"[redacted:secret] w0rd"}'],
    ['{\\"api_key\\": \\"abcd1234\\"}', '{\\"api_key\\": \\"[redacted:secret]\\"}'],
    ['client_secret => 0a1b2c3d4e', 'client_secret => [redacted:secret]'],
    ['?token=abc123def456&x=1', '?token=[redacted:secret]'],
    [
      'postgres://app:s3cr3t@db.local:5432/x and redis://:pw@h',
      'postgres://app:[redacted:url-password]@db.local:5432/x and redis://:[redacted:url-password]@h',
    ],
  ];
  for (const [text, expected] of table) t.equal(redactSecrets(text), expected, text);
});

t.test('what only looks like a secret stays', async (t) => {
  const innocent = [
    'revert 8e0029a1b2c3d4e5f60718293a4b5c6d7e8f9012 in main',
    'job 123e4567-e89b-12d3-a456-426614174000 failed',
    'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'the task-management-system-for-2024-projects repo',
    'try sk-learn-pipeline-with-grid-search here',
    'function login(password: string, token: string | null)',
    'password: process.env.PW; secret: config.secret; token = os.environ["T"]',
    'export API_KEY=$API_KEY; api_key: <your key>; password={{PW}}',
    'max_tokens: 4096, token: expired, tokens=12345678',
    'the bearer of bad news, bearer authentication',
    'Authorization: required for all endpoints',
    'explain what -----BEGIN CERTIFICATE----- means',
    'http://127.0.0.1:8791/console#x and user@host:~/src',
    'git@github.com:owner/repository.git',
    'AKIA is a prefix, eyJ too, hf_hub_download and gsk_',
    'Rename getCwd in utils.py',
    '',
  ];
  for (const text of innocent) t.equal(redactSecrets(text), text);
});

t.test('redacting twice changes nothing more', async (t) => {
  for (const [, secret] of SECRETS) {
    const once = redactSecrets(`password: ${secret} token=${secret}`);
    t.equal(redactSecrets(once), once);
  }
});

t.test('adversarial text is finished with, however it repeats', async (t) => {
  const seeds = [
    'sk-',
    'sk-ant-',
    'eyJ',
    'eyJaaaaaaaa.',
    '-----BEGIN PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY-----\nA - ',
  ];
  seeds.push(
    '-----BEGIN ',
    '://',
    '://a:',
    'password:',
    'password: ',
    'authorization: bearer ',
    'bearer a',
    '\\"',
    '- ',
  );
  seeds.push('0123456789abcdef', '12345678:', 'token\t\t\t', 'xoxb-', 'a', ' ', '😀', '\ud800');
  for (const seed of seeds) {
    const text = seed.repeat(Math.ceil(65_536 / seed.length));
    for (const hostile of [text, `sk-${text}`, `eyJ${text}`, `password:${text}`, `-----BEGIN PRIVATE KEY-----${text}`])
      t.type(redactSecrets(hostile), 'string', `${JSON.stringify(seed)} x 64 KiB`);
  }
});

t.test('JSON keeps its shape, keys and numbers', async (t) => {
  const key = `sk-ant-${ALNUM}`;
  const value = {
    task: `use ${key}`,
    n: 1,
    yes: true,
    none: null,
    list: [key, 2, { deep: key }],
    token: 'abc',
  } as const;
  t.same(redactJson(value), {
    task: 'use [redacted:anthropic-key]',
    n: 1,
    yes: true,
    none: null,
    list: ['[redacted:anthropic-key]', 2, { deep: '[redacted:anthropic-key]' }],
    token: 'abc',
  });
  t.equal(value.list[0], key, 'the input is not changed');
});
