import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { ViewIsActive } from '../../shell/active.ts';
import type { OutputPiece } from '../../wire/answers.ts';
import { call, type Failure } from '../../wire/call.ts';
import { NO_TAIL, type Tail, withPiece } from './tail.ts';

/** The streams of a job: what a person should see of it, and the two as the child wrote them. */
export type StreamName = 'text' | 'stdout' | 'stderr';

/** How often a live stream is asked for more. Milliseconds. */
const EVERY_MS = 1_500;
/** Between two pieces where more is at hand: the page draws in between. Milliseconds. */
const NEXT_PIECE_MS = 30;
/** After a failure. Milliseconds. */
const AFTER_FAILURE_MS = 5_000;

/** What is known of a stream, and why there is no more at the moment. */
export interface FollowedTail {
  readonly tail: Tail;
  readonly failure: Failure | null;
}

/**
 * Reads a stream of a job piece by piece until its end, by short polls, while the view is the one shown and the document is visible. For
 * one stream of one job: give the component a `key` of both.
 */
export function useTail(id: string, stream: StreamName): FollowedTail {
  const active = useContext(ViewIsActive);
  const tail = useRef(NO_TAIL);
  const [known, setKnown] = useState<FollowedTail>({ tail: NO_TAIL, failure: null });
  useEffect(() => {
    if (!active) return;
    const over = new AbortController();
    void follow(over.signal);
    return () => over.abort();

    async function follow(signal: AbortSignal): Promise<void> {
      while (!tail.current.eof) {
        await documentIsVisible(signal);
        if (signal.aborted) return;
        const path = `/jobs/${encodeURIComponent(id)}/output?stream=${stream}&from=${tail.current.next}`;
        const answer = await call<OutputPiece>(path, { signal });
        if (signal.aborted) return;
        if (answer.kind === 'ok') tail.current = withPiece(tail.current, answer.data);
        setKnown({ tail: tail.current, failure: answer.kind === 'ok' ? null : answer });
        if (answer.kind === 'failed' && answer.code === 'job_not_found') return;
        const { next, end } = tail.current;
        await pause(answer.kind === 'failed' ? waitAfter(answer) : next < end ? NEXT_PIECE_MS : EVERY_MS, signal);
      }
    }
  }, [id, stream, active]);
  return known;
}

function waitAfter({ retryAfter }: Failure): number {
  return Math.max(AFTER_FAILURE_MS, (retryAfter ?? 0) * 1000);
}

/** Resolves after a while, or at once when nobody waits any more. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}

function documentIsVisible(signal: AbortSignal): Promise<void> {
  if (!document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener('visibilitychange', done);
    signal.addEventListener('abort', done);
    function done() {
      if (document.hidden && !signal.aborted) return;
      document.removeEventListener('visibilitychange', done);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}
