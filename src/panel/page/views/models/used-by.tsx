import { useContext } from 'preact/hooks';
import { NavigationContext } from '../../shell/navigation.ts';
import type { Use } from './uses.ts';
import { useWords } from './words.ts';

/** Where the policy uses a model, with the rules that lead there. */
export function ModelUses({ uses, named }: { readonly uses: readonly Use[]; readonly named: boolean }) {
  if (!named) return <p class="muted">Known, but the policy does not name it.</p>;
  if (uses.length === 0) return <p class="muted">Named by the policy.</p>;
  return (
    <ul class="model-uses">
      {uses.map((use) => (
        <li key={`${use.place} ${use.position} ${use.rules.join()}`}>
          {useWords(use)}
          {use.place !== 'rule' && use.rules.length > 0 && ', for'} <Rules rules={use.rules} />
        </li>
      ))}
    </ul>
  );
}

function Rules({ rules }: { readonly rules: readonly string[] }) {
  const { go } = useContext(NavigationContext);
  return (
    <>
      {rules.map((id, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <button type="button" class="link" onClick={() => go('policy', { kind: 'rule', id })}>
            {id}
          </button>
        </span>
      ))}
    </>
  );
}
