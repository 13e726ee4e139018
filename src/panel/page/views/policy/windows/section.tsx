/** The section windows of the policy. */
export function WindowsSection() {
  return <p>Being written.</p>;
}
