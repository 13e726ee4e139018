/** The view decisions. */
export function DecisionsView() {
  return <p>Being written.</p>;
}
