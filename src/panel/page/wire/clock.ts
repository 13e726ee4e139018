import { useContext, useEffect, useState } from 'preact/hooks';
import { ViewIsActive } from '../shell/active.ts';

/** The one place where the page reads the clock. */
export function nowUtc(): Date {
  return new Date();
}

/** The time, again every `everyMs` milliseconds while the view that asked is shown. */
export function useNow(everyMs: number): Date {
  const active = useContext(ViewIsActive);
  const [now, setNow] = useState(nowUtc);
  useEffect(() => {
    if (!active) return;
    setNow(nowUtc());
    const timer = setInterval(() => setNow(nowUtc()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, active]);
  return now;
}
