/** The view models. */
export function ModelsView() {
  return <p>Being written.</p>;
}
