import { baseFields } from './attempt-envelope.ts';
import { KEPT_BYTES } from './child/capture-layout.ts';
import { readCapture } from './child/read-capture.ts';
import { printedSessionId } from './child/session-id.ts';
import { createStreamJson } from './child/stream-json.ts';
import { type EndParts, endJob } from './end-job.ts';
import { type Envelope, failure } from './envelope.ts';
import type { AttemptRow, Job, StreamCount } from './job.ts';
import { killTree } from './process/kill-tree.ts';
import { isFinal, startOf } from './state.ts';

/** How much of both ends of the output is searched for the session's id. */
const SESSION_BYTES = 64 * 1024;

/**
 * Ends the jobs that an earlier daemon left unfinished: what still runs of them is killed, and the job is `lost`; unless its envelope was on
 * disk already, which then is its end. Resolves when all of them have ended. Never rejects.
 */
export async function settleJobs(parts: EndParts, graceSeconds: number): Promise<number> {
  const unfinished = [...parts.registry.all()].filter(({ state }) => !isFinal(state));
  await Promise.all(unfinished.map((job) => settle(parts, job, graceSeconds)));
  return unfinished.length;
}

async function settle(parts: EndParts, job: Job, graceSeconds: number): Promise<void> {
  const attempt = job.attempts.at(-1);
  // Before its first attempt was journalled nothing of a job can have run.
  const reaping = attempt === undefined ? null : await killTree(job.id, markOf(attempt), graceSeconds);
  const output = { stdout: await countOf(parts, job.id, 'stdout'), stderr: await countOf(parts, job.id, 'stderr') };
  parts.registry.change(job.id, { output });
  const finished = await parts.files.readEnvelope(job.id);
  const session = await sessionOf(parts, job.id, output.stdout.bytes).catch(() => null);
  await endJob(
    parts,
    job.id,
    finished ?? lostEnvelope(parts, job, session, reaping?.reaped ?? 0, reaping?.reapedNames ?? []),
  );
}

function markOf({ pid, start_ticks: startTicks, boot_id: bootId }: AttemptRow) {
  return pid === null ? null : { pid, startTicks, bootId };
}

async function countOf(parts: EndParts, id: string, name: 'stdout' | 'stderr'): Promise<StreamCount> {
  const slice = await readCapture(parts.files.stream(id, name), 0, 0).catch(() => null);
  const bytes = slice?.end ?? 0;
  const kept = Math.min(bytes, KEPT_BYTES);
  return { bytes, kept, truncated: kept < bytes };
}

/** The session in which Hermes kept what a lost job had done: announced by the first event, or in the footer. */
async function sessionOf(parts: EndParts, id: string, bytes: number): Promise<string | null> {
  const events = createStreamJson();
  let printed: string | null = null;
  for (const from of [0, Math.max(0, bytes - SESSION_BYTES)]) {
    const slice = await readCapture(parts.files.stream(id, 'stdout'), from, SESSION_BYTES);
    const text = new TextDecoder().decode(slice?.bytes);
    events.write(`${text}\n`);
    printed = printedSessionId(text) ?? printed;
  }
  return events.sessionId() ?? printed;
}

function lostEnvelope(
  parts: EndParts,
  job: Job,
  session: string | null,
  reaped: number,
  reapedNames: readonly string[],
): Envelope {
  const startedAt = startOf(job.state);
  const elapsed = startedAt === null ? 0 : (parts.now().getTime() - startedAt.getTime()) / 1000;
  const ran = job.attempts.length > 0;
  const error = ran
    ? 'The router ended while the job ran; what was left of it has been stopped'
    : 'The router ended before the job could start';
  return failure('lost', error, {
    ...baseFields({ jobId: job.id, profile: job.profile, target: job }, Math.max(0, elapsed)),
    reason: ran ? 'daemon_died' : 'never_started',
    ...(session === null ? {} : { session_id: session, resume_hint: `hermes -p ${job.profile} --resume ${session}` }),
    reaped,
    ...(reaped === 0 ? {} : { reaped_names: reapedNames }),
  });
}
