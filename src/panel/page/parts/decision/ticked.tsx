/** Text of the daemon in which names stand between backticks, which become code. */
export function Ticked({ text }: { readonly text: string }) {
  const parts = text.split('`');
  return <>{parts.map((part, index) => (index % 2 === 1 ? <code key={`${index}`}>{part}</code> : part))}</>;
}
