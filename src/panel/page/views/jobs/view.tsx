/** The view jobs. */
export function JobsView() {
  return <p>Being written.</p>;
}
