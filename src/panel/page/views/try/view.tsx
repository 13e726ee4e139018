/** The view try. */
export function TryView() {
  return <p>Being written.</p>;
}
