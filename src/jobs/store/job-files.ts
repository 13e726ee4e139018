import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../lib/atomic-file.ts';
import { isMapping } from '../../lib/json.ts';
import type { CaptureSink } from '../child/capture.ts';
import { openCapture } from '../child/capture.ts';
import type { Envelope } from '../envelope.ts';
import type { AttemptRow } from '../job.ts';
import { isJobId } from '../job-id.ts';

/** The streams that are kept of a job: both raw, and what they say to a person. */
export const STREAM_NAMES = ['stdout', 'stderr', 'text'] as const;

/** One of {@link STREAM_NAMES}. */
export type StreamName = (typeof STREAM_NAMES)[number];

/** The open streams of a job. */
export type JobSinks = Readonly<Record<StreamName, CaptureSink>>;

/** The folders of the jobs, `<state>/jobs/<id>/`: `stdout`, `stderr`, `text`, `envelope.json`, `attempts.json`. */
export interface JobFiles {
  folder(id: string): string;
  stream(id: string, name: StreamName): string;
  /** Makes the folder (0700) and opens its streams. Rejects with the system's error. */
  open(id: string): Promise<JobSinks>;
  /** Writes both files of an ended job. Rejects with the system's error. */
  writeEnd(id: string, envelope: Envelope, attempts: readonly AttemptRow[]): Promise<void>;
  /** `null` where there is none that can be read. */
  readEnvelope(id: string): Promise<Envelope | null>;
  /** Removes a job's folder. Never rejects: what cannot be removed is tried again with the next daemon. */
  remove(id: string): Promise<void>;
  /** Ids that have a folder. */
  ids(): Promise<string[]>;
}

/** The folders below a state directory. Nothing is touched before the first call. */
export function openJobFiles(stateDir: string): JobFiles {
  const root = join(stateDir, 'jobs');
  const folder = (id: string): string => join(root, id);
  const stream = (id: string, name: StreamName): string => join(folder(id), name);
  return {
    folder,
    stream,
    open: async (id) => {
      await mkdir(folder(id), { recursive: true, mode: 0o700 });
      return openSinks((name) => stream(id, name));
    },
    writeEnd: async (id, envelope, attempts) => {
      await mkdir(folder(id), { recursive: true, mode: 0o700 });
      await replaceFile(join(folder(id), 'attempts.json'), `${JSON.stringify(attempts)}\n`);
      await replaceFile(join(folder(id), 'envelope.json'), `${JSON.stringify(envelope)}\n`);
    },
    readEnvelope: (id) => readEnvelope(join(folder(id), 'envelope.json')),
    remove: (id) => rm(folder(id), { recursive: true, force: true }).catch(() => undefined),
    ids: async () => (await readdir(root).catch(() => [])).filter(isJobId),
  };
}

async function openSinks(pathOf: (name: StreamName) => string): Promise<JobSinks> {
  const opened: CaptureSink[] = [];
  const open = async (name: StreamName): Promise<CaptureSink> => {
    const sink = await openCapture(pathOf(name));
    opened.push(sink);
    return sink;
  };
  try {
    return { stdout: await open('stdout'), stderr: await open('stderr'), text: await open('text') };
  } catch (error) {
    for (const sink of opened) await sink.close().catch(() => undefined);
    throw error;
  }
}

async function readEnvelope(path: string): Promise<Envelope | null> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    return isEnvelope(value) ? value : null;
  } catch {
    return null;
  }
}

/** We write these files; the two fields that say how a job ended are looked at, the rest is passed on. */
function isEnvelope(value: unknown): value is Envelope {
  return isMapping(value) && typeof value.success === 'boolean' && typeof value.retryable === 'boolean';
}
