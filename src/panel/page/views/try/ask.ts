import { useRef, useState } from 'preact/hooks';
import type { Trace } from '../../wire/answers.ts';
import { type Answer, call } from '../../wire/call.ts';
import { refresh } from '../../wire/resource.ts';

/** What a dry run is asked with. */
export interface Question {
  readonly task: string;
  /** What the model will read; empty: the task. */
  readonly promptText: string;
  /** Top of a UTC hour; null: now. */
  readonly at: Date | null;
}

/** A question with what came of it. */
export interface Asked {
  readonly question: Question;
  readonly answer: Answer<Trace>;
}

/**
 * Makes dry runs, the latest one wins. Always a POST, however short the task: the host writes the query of a GET into its log, and a task is
 * nobody else's business.
 */
export function useDryRun() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [busy, setBusy] = useState(false);
  const latest = useRef<AbortController | null>(null);
  const ask = async (question: Question) => {
    latest.current?.abort();
    const mine = new AbortController();
    latest.current = mine;
    setBusy(true);
    const { task, promptText, at } = question;
    const body = {
      task,
      ...(promptText !== '' && { prompt_text: promptText }),
      ...(at !== null && { at: at.toISOString() }),
    };
    // The name of the tier comes from the policy: it has to be the one that answers.
    const [answer] = await Promise.all([
      call<Trace>('/trace', { body, signal: mine.signal }),
      refresh('/policy'),
      refresh('/capabilities'),
    ]);
    if (latest.current !== mine) return;
    setAsked({ question, answer });
    setBusy(false);
  };
  return { asked, busy, ask };
}
