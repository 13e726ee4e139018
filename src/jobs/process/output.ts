import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { CaptureSink } from '../child/capture.ts';
import { createStreamDecoder } from '../child/decode.ts';
import type { Rendering } from '../child/rendering.ts';
import { createTextTail } from '../child/text-tail.ts';
import type { AttemptSpec, StreamEnd } from './attempt-shape.ts';

/** Characters of each stream that stay in memory for the verdict and the envelope, which quotes 8,000 at most. */
const TAIL_CHARS = 16_384;
/** A pipe that stays open and silent this long after the exit holds nothing of the process: what it wrote was readable at once. */
const QUIET_MS = 250;

/** Both streams of a running process on their way into the sinks. */
export interface Output {
  /** Monotonic clock, milliseconds; null: nothing came yet. */
  lastAt(): number | null;
  /**
   * Resolves when everything the process itself wrote is stored, at the latest at `deadline` (monotonic clock): somebody else may hold the pipes
   * open. Closes both pipes.
   */
  drain(deadline: number): Promise<{ readonly stdout: StreamEnd; readonly stderr: StreamEnd; readonly shown: string }>;
}

/** Stores, decodes and renders. A full sink slows the process down, never stops it, and memory stays bounded whatever it prints. */
export function takeOutput(
  streams: { readonly stdout: Readable; readonly stderr: Readable },
  rendering: Rendering,
  spec: Pick<AttemptSpec, 'sinks' | 'onActivity'>,
): Output {
  let lastAt: number | null = null;
  const shown = createTextTail(TAIL_CHARS);

  async function show(text: string): Promise<void> {
    if (text === '') return;
    shown.append(text);
    await spec.sinks.text.write(Buffer.from(text));
  }
  const activity = () => {
    lastAt = performance.now();
    spec.onActivity?.();
  };
  const stdout = takeStream(streams.stdout, spec.sinks.stdout, activity, (text) => show(rendering.write(text)));
  const stderr = takeStream(streams.stderr, spec.sinks.stderr, activity, async () => undefined);

  return {
    lastAt: () => lastAt,
    drain: async (deadline) => {
      const since = performance.now();
      // A loop that was blocked has not read for as long: silence counts only after it has turned a few times.
      for (let turns = 0; performance.now() < deadline; turns++) {
        if (turns >= 3 && stdout.settled(since) && stderr.settled(since)) break;
        if (stdout.ended() && stderr.ended()) break;
        await pause(5);
      }
      const ends = { stdout: await stdout.finish(), stderr: await stderr.finish() };
      await show(rendering.end());
      return { ...ends, shown: shown.read() };
    },
  };
}

function takeStream(
  stream: Readable,
  sink: CaptureSink,
  activity: () => void,
  onText: (text: string) => Promise<void>,
) {
  const decoder = createStreamDecoder();
  const tail = createTextTail(TAIL_CHARS);
  let bytes = 0;
  let ended = false;
  let stored: Promise<void> = Promise.resolve();
  let waiting = 0;
  let quietSince = 0;

  async function store(chunk: Buffer): Promise<void> {
    const text = decoder.write(chunk);
    tail.append(text);
    await sink.write(chunk);
    await onText(text);
    waiting--;
    quietSince = performance.now();
    activity();
    if (waiting === 0) stream.resume();
  }

  stream.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    waiting++;
    activity();
    stream.pause();
    // A queue although the stream is paused: when the process exits, node resumes its streams by itself.
    stored = stored.then(() => store(chunk));
  });
  stream.on('error', () => undefined);
  stream.on('close', () => {
    ended = true;
  });

  return {
    ended: () => ended && waiting === 0,
    settled: (since: number) => waiting === 0 && (ended || performance.now() - Math.max(since, quietSince) >= QUIET_MS),
    finish: async (): Promise<StreamEnd> => {
      stream.removeAllListeners('data');
      stream.destroy();
      await stored;
      const rest = decoder.end();
      tail.append(rest);
      await onText(rest);
      return { bytes, tail: tail.read() };
    },
  };
}
