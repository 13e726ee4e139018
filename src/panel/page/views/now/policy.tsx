import { useContext } from 'preact/hooks';
import { Badge } from '../../parts/badge.tsx';
import { Card } from '../../parts/card.tsx';
import { count, plural } from '../../parts/format.ts';
import { NavigationContext } from '../../shell/navigation.ts';
import type { Status } from '../../wire/answers.ts';
import { ownRow } from '../../wire/read.ts';

const SOURCES: Readonly<Record<string, string>> = {
  file: 'the file on disk',
  last_good: 'the last good one; the file on disk has errors',
  unvalidated: 'the file on disk, as far as it can be read',
};

/** Which policy decides, and what the linter says of the file. */
export function PolicyCard({ status }: { readonly status: Status }) {
  const { go } = useContext(NavigationContext);
  const { hash, source } = status.policy_in_use;
  const on = status.enabled === true;
  return (
    <Card title="Policy" aside={<Badge tone={on ? 'ok' : 'warn'}>{on ? 'routing is on' : 'routing is off'}</Badge>}>
      <dl class="facts">
        <dt>in use</dt>
        <dd>
          {ownRow(SOURCES, source) ?? source} {hash !== null && <code title={hash}>{hash.slice(0, 8)}</code>}
        </dd>
        <dt>rules</dt>
        <dd>{count(status.rules_count)}</dd>
        <dt>tiers</dt>
        <dd>{status.tiers.join(', ') || 'none'}</dd>
        <dt>errors</dt>
        <dd>{status.valid ? 'none' : plural(status.validation_errors.length, 'error')}</dd>
      </dl>
      {status.warnings.length > 0 && (
        <details>
          <summary>{plural(status.warnings.length, 'warning')}</summary>
          <ul>
            {status.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </details>
      )}
      {!on && (
        <p class="note">Nothing is decided while routing is off: POST /route and jobs answer routing_disabled.</p>
      )}
      <button type="button" class="link" onClick={() => go('policy')}>
        Open the policy
      </button>
    </Card>
  );
}
