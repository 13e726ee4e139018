import { useEffect, useState } from 'preact/hooks';
import { type Answer, call } from '../../wire/call.ts';

/** A recorded decision as it was written: any program may have written it. */
export type DecisionRecord = Readonly<Record<string, unknown>>;

/** Reads one recorded decision; null while it is on its way. It is read once: a record does not change. */
export function useDecision(id: string): Answer<DecisionRecord> | null {
  const [read, setRead] = useState<{ readonly id: string; readonly answer: Answer<DecisionRecord> } | null>(null);
  useEffect(() => {
    const gone = new AbortController();
    void call<DecisionRecord>(`/routes?id=${encodeURIComponent(id)}`, { signal: gone.signal }).then((answer) => {
      if (!gone.signal.aborted) setRead({ id, answer });
    });
    return () => gone.abort();
  }, [id]);
  return read?.id === id ? read.answer : null;
}
