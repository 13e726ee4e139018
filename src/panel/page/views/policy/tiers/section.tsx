/** The section tiers of the policy. */
export function TiersSection() {
  return <p>Being written.</p>;
}
