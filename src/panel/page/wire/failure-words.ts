import type { Failure } from './call.ts';
import type { Place } from './place.ts';

/** A failure in words: what happened, and what a person can do about it (empty where nothing is known). */
export interface FailureWords {
  readonly what: string;
  readonly cure: string;
}

const START = 'Start it: systemctl --user start hermes-router-sidecar';
const APPROVE = 'Approve it in Hermes One: Settings > Extensions > Diagnostics, "Approve proxy consent".';
const SIGN_IN = 'Reload Hermes One and sign in again.';
const DOCTOR = 'Run: hermes-router doctor';

/** Puts a failure into words. The host and the daemon answer some statuses alike: the daemon's answers carry a `code`. */
export function failureWords(failure: Failure, place: Place): FailureWords {
  if (failure.cause === 'unreachable') return unreachable(place);
  if (failure.code !== '') return daemonWords(failure, place);
  return place === 'alone' ? unreadable(failure) : hostWords(failure);
}

function unreachable(place: Place): FailureWords {
  return place === 'alone'
    ? { what: 'The router does not answer.', cure: START }
    : { what: 'Hermes One does not answer.', cure: 'Is it still running? The page goes on by itself once it is back.' };
}

function daemonWords({ code, message, hint, retryAfter }: Failure, place: Place): FailureWords {
  const wait = retryAfter === null ? '' : ` It may be asked again in ${retryAfter} s.`;
  if (code === 'token_not_provisioned')
    return {
      what: 'The token file is missing (sidecar token not provisioned).',
      cure: place === 'alone' ? 'Write one: hermes-router install --standalone' : `${APPROVE} That writes it.`,
    };
  if (code === 'invalid_token')
    return place === 'alone'
      ? { what: 'The router does not accept this token.', cure: 'Enter the content of its token file.' }
      : { what: 'The router and Hermes One read different token files.', cure: DOCTOR };
  if (code === 'rate_limited') return { what: `The router was asked too often.${wait}`, cure: hint };
  return { what: sentence(message) + wait, cure: hint };
}

/** The host's own answers (spec: host 5). */
function hostWords(failure: Failure): FailureWords {
  const { status, message } = failure;
  const said = message === '' ? '' : ` (${message})`;
  switch (status) {
    case 401:
      return { what: `Your session with Hermes One has ended${said}.`, cure: SIGN_IN };
    case 403:
      return forbidden(message);
    case 404:
      return { what: `Hermes One does not know this extension${said}.`, cure: 'Install it: hermes-router install' };
    case 409:
      return { what: `Hermes One has this extension switched off${said}.`, cure: 'Settings > Extensions: enable it.' };
    case 413:
      return { what: `The request is too large for Hermes One${said}.`, cure: '' };
    case 502:
      return /too large/i.test(message)
        ? { what: `The answer is too large for Hermes One${said}.`, cure: 'Ask for less at once.' }
        : { what: `Hermes One cannot reach the router${said}.`, cure: START };
    case 503:
      return {
        what: `Hermes One has no usable token for the router${said}.`,
        cure: `Delete its token file, then: ${APPROVE}`,
      };
    default:
      return unreadable(failure);
  }
}

function forbidden(message: string): FailureWords {
  if (/consent/i.test(message)) return { what: 'Hermes One may not talk to the router yet.', cure: APPROVE };
  if (/authentication/i.test(message)) return { what: `${sentence(message)}`, cure: 'Set a password in Settings.' };
  if (/session|csrf|rejected/i.test(message))
    return { what: `Hermes One refused the request: ${message}.`, cure: 'Reload Hermes One and open the panel again.' };
  return {
    what: `Hermes One refused the request${message === '' ? '' : `: ${message}`}.`,
    cure: 'Reload Hermes One; behind a reverse proxy, check the headers it passes on.',
  };
}

function unreadable({ status, cause, message }: Failure): FailureWords {
  if (cause === 'malformed') return { what: `The answer (HTTP ${status}) is not one of the router's.`, cure: DOCTOR };
  return { what: message === '' ? `The router answered HTTP ${status}.` : sentence(message), cure: DOCTOR };
}

function sentence(text: string): string {
  const first = text.slice(0, 1).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
