/** The section settings of the policy. */
export function SettingsSection() {
  return <p>Being written.</p>;
}
