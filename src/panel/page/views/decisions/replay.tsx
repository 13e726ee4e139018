import { useEffect, useState } from 'preact/hooks';
import { Badge } from '../../parts/badge.tsx';
import { FeatureTable } from '../../parts/decision/feature-table.tsx';
import type { StepWords } from './step-words.ts';

/** How long a step is looked at while they play by themselves. Milliseconds. */
const STEP_MS = 1_500;

/** The stages of a decision in their order, one of them in full; they can be gone through by hand, or play by themselves. */
export function Replay({ steps }: { readonly steps: readonly StepWords[] }) {
  const decisive = Math.max(
    steps.findIndex(({ decided }) => decided),
    0,
  );
  const [at, setAt] = useState(decisive);
  const [playing, setPlaying] = useState(false);
  const last = steps.length - 1;
  useEffect(() => {
    if (!playing) return;
    if (at >= last) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => setAt(at + 1), STEP_MS);
    return () => clearTimeout(timer);
  }, [playing, at, last]);
  if (steps.length === 0) return <p class="muted">No steps are recorded.</p>;
  const show = (index: number) => {
    setPlaying(false);
    setAt(index);
  };
  const play = () => {
    if (!playing) setAt(at >= last ? 0 : at);
    setPlaying(!playing);
  };
  return (
    <div class="replay">
      <div class="actions">
        <button type="button" disabled={at === 0} onClick={() => show(at - 1)}>
          Previous step
        </button>
        <button type="button" disabled={at >= last} onClick={() => show(at + 1)}>
          Next step
        </button>
        {movesFreely() && (
          <button type="button" aria-pressed={playing} onClick={play}>
            {playing ? 'Pause' : 'Play'}
          </button>
        )}
        <span class="muted" role="status">
          Step {at + 1} of {steps.length}: {steps[at]?.title}
        </span>
      </div>
      <ol>
        {steps.map((step, index) => (
          <Step key={`${index}`} step={step} current={index === at} onShow={() => show(index)} />
        ))}
      </ol>
    </div>
  );
}

function Step({
  step,
  current,
  onShow,
}: {
  readonly step: StepWords;
  readonly current: boolean;
  readonly onShow: () => void;
}) {
  return (
    <li aria-current={current ? 'step' : undefined}>
      <button type="button" class="link" onClick={onShow}>
        {step.title}
      </button>{' '}
      {step.decided && <Badge tone="info">decided</Badge>}
      {current && step.given !== '' && <p class="muted">{step.given}</p>}
      <p>{step.made}</p>
      {current && step.cause !== '' && <p class="muted">{step.cause}</p>}
      {current && step.features !== null && <FeatureTable features={step.features} />}
    </li>
  );
}

/** Whether the reader lets things move by themselves; whoever does not goes through the steps by hand. */
function movesFreely(): boolean {
  return !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
