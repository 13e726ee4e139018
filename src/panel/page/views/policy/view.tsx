/** The view policy. */
export function PolicyView() {
  return <p>Being written.</p>;
}
