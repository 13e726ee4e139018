import { asMapping } from '../../wire/read.ts';
import { featureName, valueWords } from './clause-words.ts';

/** Everything that was measured of a task, with the names that rules use, folded away. */
export function FeatureTable({ features }: { readonly features: unknown }) {
  const rows = Object.entries(asMapping(features));
  if (rows.length === 0) return null;
  return (
    <details>
      <summary>Everything that was measured ({rows.length})</summary>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">what</th>
              <th scope="col">in this task</th>
              <th scope="col">name in rules</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, value]) => (
              <tr key={name}>
                <td>{featureName(name)}</td>
                <td>{valueWords(name, value)}</td>
                <td>
                  <code>{name}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
