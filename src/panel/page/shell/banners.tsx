import { useContext, useEffect, useState } from 'preact/hooks';
import { plural } from '../parts/format.ts';
import type { Status } from '../wire/answers.ts';
import type { Failure } from '../wire/call.ts';
import { failureWords } from '../wire/failure-words.ts';
import { placeOf } from '../wire/place.ts';
import { onAnyAnswer, worstFailure } from '../wire/resource.ts';
import { NavigationContext } from './navigation.ts';

/** Errors of the policy that stand above every view; the rest on request, or a broken file would leave no room for anything else. */
const MOST_ERRORS = 4;

/** What the whole page has to say above every view: no answer, a broken policy, old code, another daemon than before. */
export function Banners({ status }: { readonly status: Status | null }) {
  const failure = useWorstFailure();
  return (
    <div class="banners">
      <div role="alert">{failure !== null && <FailureBanner failure={failure} />}</div>
      {status !== null && <PolicyBanner status={status} />}
      {status !== null && <AgeBanner status={status} />}
    </div>
  );
}

/** The worst failure among everything that is polled, kept current. */
export function useWorstFailure(): Failure | null {
  const [failure, setFailure] = useState(worstFailure);
  useEffect(() => onAnyAnswer(() => setFailure(worstFailure())), []);
  return failure;
}

function FailureBanner({ failure }: { readonly failure: Failure }) {
  const { what, cure } = failureWords(failure, placeOf(location));
  return (
    <p class="banner" data-tone="bad">
      <strong>{what}</strong> {cure} <span class="muted">What is shown below is the last that was read.</span>
    </p>
  );
}

function PolicyBanner({ status }: { readonly status: Status }) {
  const { go } = useContext(NavigationContext);
  if (status.valid) return null;
  const { source } = status.policy_in_use;
  const errors = status.validation_errors.map((error, index) => {
    const later = status.error_targets[index]?.later_id;
    return (
      <li key={index}>
        {error}{' '}
        {typeof later === 'string' && (
          <button type="button" class="link" onClick={() => go('policy', { kind: 'rule', id: later })}>
            Show the rule
          </button>
        )}
      </li>
    );
  });
  return (
    <div class="banner" data-tone="bad">
      <strong>router.yaml has {status.validation_errors.length === 1 ? 'an error' : 'errors'}.</strong>{' '}
      {source === 'last_good'
        ? 'Decisions are made with the last good one.'
        : 'Decisions go on as far as it can be read.'}
      <ul>{errors.slice(0, MOST_ERRORS)}</ul>
      {errors.length > MOST_ERRORS && (
        <details>
          <summary>{plural(errors.length - MOST_ERRORS, 'more error')}</summary>
          <ul>{errors.slice(MOST_ERRORS)}</ul>
        </details>
      )}
    </div>
  );
}

function AgeBanner({ status }: { readonly status: Status }) {
  const [first, setFirst] = useState(status.instance_id);
  if (status.stale_code)
    return (
      <p class="banner" data-tone="warn">
        <strong>The router runs older code than is installed.</strong> Restart it: systemctl --user restart
        hermes-router-sidecar
      </p>
    );
  if (status.instance_id === first) return null;
  return (
    <p class="banner" data-tone="info">
      The router was restarted while this page was open.{' '}
      <button type="button" class="link" onClick={() => setFirst(status.instance_id)}>
        Understood
      </button>
    </p>
  );
}
