import t from 'tap';
import { ERRORS } from '../../../src/http/errors.ts';
import type { Failure } from '../../../src/panel/page/wire/call.ts';
import { failureWords } from '../../../src/panel/page/wire/failure-words.ts';
import { baseOf, type Place, placeOf } from '../../../src/panel/page/wire/place.ts';

const failure = (fields: Partial<Failure>): Failure => ({
  kind: 'failed',
  cause: 'refused',
  status: 0,
  code: '',
  message: '',
  hint: '',
  retryAfter: null,
  body: null,
  ...fields,
});

t.test("the host's own answers (spec: host 5), each with its cure", async (t) => {
  const rows: readonly (readonly [number, string, RegExp, RegExp])[] = [
    [401, 'Authentication required', /session with Hermes One has ended/, /sign in/],
    [403, 'Extension sidecar proxy consent required', /may not talk to the router yet/, /Approve proxy consent/],
    [403, 'Session expired - reload the page', /Session expired/, /Reload Hermes One/],
    [403, 'Cross-origin request rejected', /rejected/, /Reload Hermes One/],
    [403, 'Cross-origin mismatch - check reverse proxy headers', /mismatch/, /reverse proxy/],
    [403, 'Sidecar token-v1 proxy requires WebUI authentication; set a password in Settings.', /password/, /Settings/],
    [404, 'Extension not found', /does not know this extension/, /hermes-router install/],
    [409, 'Extension sidecar proxy is unavailable', /switched off/, /enable it/],
    [413, 'Request body too large (20971521 bytes, max 20971520)', /too large/, /^$/],
    [502, 'Failed to reach extension sidecar', /cannot reach the router/, /systemctl --user start/],
    [502, 'Extension sidecar response too large', /too large/, /less at once/],
    [503, 'Sidecar proxy auth token is unavailable', /no usable token/, /Delete its token file/],
  ];
  for (const [status, message, what, cure] of rows) {
    const words = failureWords(failure({ status, message }), 'framed');
    t.match(words.what, what, `${status} ${message}`);
    t.match(words.cure, cure, `${status} ${message}`);
  }
});

t.test("the daemon's answers, by their code", async (t) => {
  const words = (code: keyof typeof ERRORS, place: Place, retryAfter: number | null = null) => {
    const row: { readonly status: number; readonly message: string; readonly hint?: string } = ERRORS[code];
    return failureWords(
      failure({ status: row.status, code, message: row.message, hint: row.hint ?? '', retryAfter }),
      place,
    );
  };
  t.match(words('token_not_provisioned', 'framed'), { what: /token not provisioned/, cure: /Approve/ });
  t.match(words('token_not_provisioned', 'alone'), { cure: /install --standalone/ });
  t.match(words('invalid_token', 'framed'), { what: /different token files/, cure: /doctor/ });
  t.match(words('invalid_token', 'alone'), { what: /does not accept this token/ });
  t.match(words('rate_limited', 'framed', 7), { what: /asked again in 7 s/ });
  t.match(words('policy_changed', 'framed'), { what: /has changed since it was read\./, cure: /plan anew/ });
  for (const code of Object.keys(ERRORS) as (keyof typeof ERRORS)[]) t.ok(words(code, 'framed').what.length > 10, code);
});

t.test('no answer, and an answer that is none', async (t) => {
  t.match(failureWords(failure({ cause: 'unreachable' }), 'framed'), { what: /Hermes One does not answer/ });
  t.match(failureWords(failure({ cause: 'unreachable' }), 'alone'), { what: /router does not answer/, cure: /start/ });
  t.match(failureWords(failure({ cause: 'malformed', status: 200 }), 'alone'), { what: /HTTP 200/, cure: /doctor/ });
});

t.test('where the page runs', async (t) => {
  const rows: readonly (readonly [string, string, Place, string])[] = [
    ['about:', 'srcdoc', 'framed', '/api/extensions/hermes-smart-router/sidecar'],
    [
      'http:',
      '/api/extensions/hermes-smart-router/sidecar/console',
      'proxied',
      '/api/extensions/hermes-smart-router/sidecar',
    ],
    ['http:', '/console', 'alone', ''],
  ];
  for (const [protocol, pathname, place, base] of rows) {
    t.equal(placeOf({ protocol, pathname }), place);
    t.equal(baseOf(place), base);
  }
});
