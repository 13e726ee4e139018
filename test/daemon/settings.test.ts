import { test } from 'tap';
import { readSettings, type ServeFlags } from '../../src/daemon/settings.ts';

const DEFAULTS = { port: 8791, config: null, rateLimit: 6000, logLevel: 'info' };

const GOOD: readonly (readonly [ServeFlags, NodeJS.ProcessEnv, object])[] = [
  [{}, {}, DEFAULTS],
  [{ host: 'localhost' }, {}, DEFAULTS],
  [{ host: '127.0.0.1', port: '0' }, {}, { ...DEFAULTS, port: 0 }],
  [{ port: '65535' }, {}, { ...DEFAULTS, port: 65535 }],
  [{ config: '/tmp/x.yaml' }, {}, { ...DEFAULTS, config: '/tmp/x.yaml' }],
  [{ config: '' }, {}, DEFAULTS],
  [{ rateLimit: '0' }, {}, { ...DEFAULTS, rateLimit: 0 }],
  [{}, { HERMES_ROUTER_RATE_LIMIT: '42' }, { ...DEFAULTS, rateLimit: 42 }],
  [{}, { HERMES_ROUTER_RATE_LIMIT: '' }, DEFAULTS],
  [{ rateLimit: '7' }, { HERMES_ROUTER_RATE_LIMIT: '42' }, { ...DEFAULTS, rateLimit: 7 }],
  [{ logLevel: 'debug' }, {}, { ...DEFAULTS, logLevel: 'debug' }],
];

const BAD: readonly (readonly [ServeFlags, NodeJS.ProcessEnv, RegExp])[] = [
  [{ host: '0.0.0.0' }, {}, /--host.*loopback/],
  [{ host: '::' }, {}, /--host.*loopback/],
  [{ host: '::1' }, {}, /--host.*loopback/],
  [{ host: '' }, {}, /--host.*loopback/],
  [{ host: '192.168.1.10' }, {}, /--host.*loopback/],
  [{ host: '127.0.0.2' }, {}, /--host.*loopback/],
  [{ port: '65536' }, {}, /--port/],
  [{ port: '-1' }, {}, /--port/],
  [{ port: '80a' }, {}, /--port/],
  [{ port: '1e3' }, {}, /--port/],
  [{ port: '' }, {}, /--port/],
  [{ rateLimit: 'off' }, {}, /--rate-limit/],
  [{}, { HERMES_ROUTER_RATE_LIMIT: 'many' }, /HERMES_ROUTER_RATE_LIMIT/],
  [{ logLevel: 'loud' }, {}, /--log-level/],
];

test('good flags and variables', (t) => {
  for (const [flags, env, expected] of GOOD)
    t.strictSame(readSettings(flags, env), expected, JSON.stringify([flags, env]));
  t.end();
});

test('H-21 bad ones are refused by name, with exit code 2', (t) => {
  for (const [flags, env, message] of BAD)
    t.throws(() => readSettings(flags, env), { exitCode: 2, message }, JSON.stringify([flags, env]));
  t.end();
});
