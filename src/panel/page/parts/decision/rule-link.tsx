import { useContext } from 'preact/hooks';
import { NavigationContext } from '../../shell/navigation.ts';
import { asText, shown } from '../../wire/read.ts';

/** The id of a rule; a press shows the rule in the policy. */
export function RuleLink({ id }: { readonly id: unknown }) {
  const { go } = useContext(NavigationContext);
  const name = asText(id);
  if (name === null) return <code>{id === null || id === undefined ? 'no id' : shown(id)}</code>;
  return (
    <button type="button" class="link inline" onClick={() => go('policy', { kind: 'rule', id: name })}>
      {name}
    </button>
  );
}
