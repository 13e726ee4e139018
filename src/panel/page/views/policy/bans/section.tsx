/** The section bans of the policy. */
export function BansSection() {
  return <p>Being written.</p>;
}
