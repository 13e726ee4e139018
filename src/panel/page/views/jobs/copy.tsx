import { useRef, useState } from 'preact/hooks';

/** A command to copy. Where the browser denies the clipboard, as in a frame, it is selected instead. */
export function CopyText({ label, text }: { readonly label: string; readonly text: string }) {
  const command = useRef<HTMLPreElement>(null);
  const [said, setSaid] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied.');
    } catch {
      if (command.current !== null) getSelection()?.selectAllChildren(command.current);
      setSaid('The browser does not let this page copy. It is selected: press Ctrl+C.');
    }
  };
  return (
    <div class="job-copy">
      <p class="job-copy-line">
        {label}:{' '}
        <button type="button" onClick={copy}>
          Copy
        </button>{' '}
        <span role="status">{said}</span>
      </p>
      <pre ref={command}>{text}</pre>
    </div>
  );
}
