import type { ResultEvent } from '../process/attempt-shape.ts';

/** Reads stdout of one generation of `hermes` and says what a person should see of it. */
export interface Rendering {
  /** The part of this text that belongs to what is shown. */
  write(text: string): string;
  /** What was held back. */
  end(): string;
  /** The answer so far as the format itself tells it (`''`: there is none); null: it does not, take the end of what was shown. */
  answer(): string | null;
  result(): ResultEvent | null;
  /** Whether the turn is over although the process may linger. */
  turnEnded(): boolean;
  /** Whether a tool runs right now, which may be silent for long. */
  toolRunning(): boolean;
  /** Whether tools were used; null: the format has not said. */
  toolsRan(): boolean | null;
  sessionId(): string | null;
}
