import t from 'tap';
import { childEnvironment } from '../../../src/jobs/child/environment.ts';

const OPTIONS = { jobId: 'dp_0123456789ab', profile: 'coder', hermesRoot: '/srv/hermes' };
const GIVEN = {
  TERM: 'dumb',
  NO_COLOR: '1',
  HERMES_HOME: '/srv/hermes',
  HERMES_PROFILE: 'coder',
  HERMES_DELEGATE_PROFILE_DISABLE: '1',
  HERMES_ROUTER_JOB_ID: 'dp_0123456789ab',
};

t.test('J-31 the environment is an allow-list', async (t) => {
  const kept = {
    ...{ PATH: '/bin', HOME: '/h', USER: 'u', LOGNAME: 'u', SHELL: '/bin/sh', LANG: 'C.UTF-8', LC_ALL: 'C', TZ: 'UTC' },
    ...{ TMPDIR: '/t', XDG_RUNTIME_DIR: '/run', SSH_AUTH_SOCK: '/s', https_proxy: 'http://p', NO_PROXY: '*' },
    ...{ SSL_CERT_FILE: '/c', REQUESTS_CA_BUNDLE: '/c', HERMES_LOG_LEVEL: 'debug' },
  };
  const dropped = {
    ...{ OPENAI_API_KEY: 'x', SECRET_Y: 'y', LD_PRELOAD: '/x.so', NODE_OPTIONS: '--inspect', TERMINAL_CWD: '/' },
    ...{ NOTIFY_SOCKET: '/n', INVOCATION_ID: 'i', JOURNAL_STREAM: '1:2', TERM: 'xterm', PYTHONPATH: '/p' },
    ...{ HERMES_KANBAN_TASK: '1', HERMES_KANBAN_DB: 'd', HERMES_ROUTE_ATTEMPTS_FILE: 'f', HERMES_TUI: '1' },
    ...{ HERMES_INFERENCE_PROVIDER: 'p', HERMES_INFERENCE_MODEL: 'm', HERMES_SESSION_SOURCE: 's' },
    ...{ HERMES_EXT_SIDECAR_TOKEN_FILE: '/t', HERMES_WEBUI_STATE_DIR: '/w', HERMES_ROUTER_HERMES_BIN: '/b' },
    ...{ HERMES_INTERACTIVE: '1', HERMES_SINGLE_QUERY_SESSION: '1', HERMES_PROFILE: 'other' },
    ...{
      HERMES_API_SERVER_KEY: 'k',
      HERMES_DASHBOARD_SESSION_TOKEN: 't',
      XDG_PASSWORD: 'p',
      HERMES_CLIENT_SECRET: 's',
    },
  };
  t.same(childEnvironment({ ...kept, ...dropped, HERMES_HOME: '/srv/hermes/profiles/x' }, OPTIONS), {
    ...kept,
    ...GIVEN,
  });
  t.same(childEnvironment({}, OPTIONS), GIVEN);
});

t.test('env_passthrough adds names, never those of the strip list or our own', async (t) => {
  const parent = {
    MY_TOOL: 'x',
    HERMES_API_SERVER_KEY: 'k',
    NOTIFY_SOCKET: '/n',
    HERMES_KANBAN_TASK: '1',
    TERM: 'xterm',
  };
  const passthrough = ['MY_TOOL', 'HERMES_API_SERVER_KEY', 'NOTIFY_SOCKET', 'HERMES_KANBAN_TASK', 'TERM', 'ABSENT'];
  t.same(childEnvironment(parent, { ...OPTIONS, passthrough }), {
    MY_TOOL: 'x',
    HERMES_API_SERVER_KEY: 'k',
    ...GIVEN,
  });
});
