import { baseFields, OWN_MODEL, stoppedEnvelope } from './attempt-envelope.ts';
import { endJob } from './end-job.ts';
import { type Envelope, failure } from './envelope.ts';
import { type JobParts, type LiveJob, stopJob, stopReasonOf } from './parts.ts';
import type { StopReason } from './process/attempt-shape.ts';
import { countSlots, queueMoves, type SlotCounts, type WaitingJob } from './queue.ts';
import type { JobRequest } from './request.ts';
import { runJob } from './run-job.ts';
import { isFinal } from './state.ts';
import { WATCHDOG_PATH } from './watchdog/settings.ts';

/** Gives slots to jobs, and sees each of them to its end. */
export interface Dispatcher {
  /** Takes a job that is in the registry; it starts at once where a slot is free. */
  take(id: string, request: JobRequest): void;
  /** Asks a job to end; false for one that is not live. The first reason counts. */
  stop(id: string, reason: StopReason): boolean;
  counts(): SlotCounts;
  /** Stops everything and settles when every job has its end. Jobs taken later are stopped at once. */
  close(): Promise<void>;
}

/** How often those who wait are looked at besides whenever a job ends: for their patience, and for a raised `max_concurrent`. ms. */
const TICK_MS = 250;

/** Opens the dispatcher over a registry. */
export function openDispatcher(parts: JobParts, onEnd: () => void): Dispatcher {
  const { registry } = parts;
  const live = new Map<string, LiveJob>();
  const runs = new Set<Promise<void>>();
  let ticking: NodeJS.Timeout | null = null;
  let closing = false;

  const counts = (): SlotCounts => countSlots(registry.all(), parts.settings().maxConcurrent);

  const conclude = (job: LiveJob, envelope: Envelope): Promise<void> =>
    endJob(parts, job.id, envelope).then(() => {
      live.delete(job.id);
      pump();
      onEnd();
    });

  const track = (work: Promise<void>): void => {
    runs.add(work);
    void work.finally(() => runs.delete(work));
  };

  const start = (job: LiveJob): void => {
    const slotAt = parts.now();
    const isRouted = job.request.profile === '';
    registry.change(job.id, {
      state: isRouted ? { name: 'routing', slotAt } : { name: 'running', slotAt, startedAt: slotAt },
    });
    track(runJob(parts, job).then((envelope) => conclude(job, envelope)));
  };

  /** Ends a job that never got a slot. It leaves the queue at once, before its end is on disk. */
  const dismiss = (job: LiveJob, envelope: Envelope): void => {
    live.delete(job.id);
    track(conclude(job, envelope));
  };

  function waiting(): WaitingJob[] {
    const { queueWait } = parts.settings();
    return [...live.values()].flatMap(({ id, queuedAt }) => {
      const job = registry.get(id);
      return job?.state.name === 'queued' ? [{ id, queuedAt, queueWait, totalSeconds: job.timeoutS }] : [];
    });
  }

  function pump(): void {
    const { running, slots } = counts();
    const moves = queueMoves(waiting(), closing ? 0 : slots - running, parts.monotonic());
    for (const job of pick(live, moves.start)) start(job);
    for (const job of pick(live, moves.expire)) dismiss(job, atCapacity(job, slots));
    const stillWaiting = waiting().length > 0;
    if (stillWaiting) ticking ??= setInterval(pump, TICK_MS);
    else if (ticking !== null) {
      clearInterval(ticking);
      ticking = null;
    }
  }

  function stop(id: string, reason: StopReason): boolean {
    const job = live.get(id);
    const state = registry.get(id)?.state;
    if (job === undefined || state === undefined || isFinal(state)) return false;
    stopJob(job, reason);
    if (state.name === 'queued') dismiss(job, stoppedEnvelope(identityOf(job), stopReasonOf(job) ?? reason));
    if (state.name === 'routing' || state.name === 'running') {
      const startedAt = state.name === 'running' ? state.startedAt : null;
      const { slotAt } = state;
      registry.change(id, {
        state: { name: 'stopping', slotAt, startedAt, stoppingAt: parts.now(), cause: reason },
      });
    }
    return true;
  }

  return {
    take: (id, request) => {
      live.set(id, { id, request, queuedAt: parts.monotonic(), stop: new AbortController(), running: null });
      if (closing) stop(id, 'daemon_stop');
      else pump();
    },
    stop,
    counts,
    close: async () => {
      closing = true;
      for (const id of [...live.keys()]) stop(id, 'daemon_stop');
      while (runs.size > 0) await Promise.allSettled(runs);
      registry.wakeAll();
    },
  };
}

function pick(live: ReadonlyMap<string, LiveJob>, ids: readonly string[]): LiveJob[] {
  return ids.flatMap((id) => live.get(id) ?? []);
}

function identityOf({ id, request }: LiveJob) {
  return { jobId: id, profile: request.profile, target: OWN_MODEL };
}

function atCapacity(job: LiveJob, slots: number): Envelope {
  const error = `No slot became free in time (cap=${slots}); raise ${WATCHDOG_PATH}.max_concurrent or try again later`;
  return failure('at_capacity', error, baseFields(identityOf(job), 0));
}
