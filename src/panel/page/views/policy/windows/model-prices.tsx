import { useRef } from 'preact/hooks';
import { Badge } from '../../../parts/badge.tsx';
import { PriceStrip } from '../../../parts/price-strip.tsx';
import { useDraft } from '../draft.tsx';
import { isChanged, type ModelWindows, type WindowsOrigin } from './model-windows.ts';
import { WindowsEditor } from './windows-editor.tsx';

const ORIGINS: Readonly<Record<WindowsOrigin, string>> = {
  declared: 'declared on a hop',
  overlay: 'set in this policy',
  registry: 'built in',
  unread: 'built in',
};

/** The price windows of one model: where they come from, the hours of a day, and what can be done with them. */
export function ModelPrices({ row }: { readonly row: ModelWindows }) {
  const { base, edited } = useDraft();
  const group = useRef<HTMLElement>(null);
  const { model, origin, windows, verified } = row;
  return (
    <section class="model-prices" ref={group} tabIndex={-1} aria-label={`Price windows of ${model}`}>
      <div class="model-prices-head">
        <strong>{model}</strong> <Badge tone={origin === 'overlay' ? 'info' : 'idle'}>{ORIGINS[origin]}</Badge>
        {isChanged(edited.policy, base.policy.price_windows, model) && <Badge tone="info">changed</Badge>}
      </div>
      {origin === 'unread' ? (
        <p class="note">The built-in windows hold again. They are shown once this is saved.</p>
      ) : (
        <PriceStrip windows={windows} label={model} />
      )}
      {verified !== null && <p class="muted">Last checked by a person on {verified}.</p>}
      {origin === 'declared' && (
        <p class="note">
          A hop of this policy declares price windows of its own, and they win over any that are set here. Edit them in
          the file, under price_windows of the hop.
        </p>
      )}
      <WindowsEditor row={row} onDone={() => group.current?.focus()} />
    </section>
  );
}
