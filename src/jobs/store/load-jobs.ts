import type { JournalReader } from '../../journal/reader.ts';
import type { Job } from '../job.ts';
import { readJobRow } from './job-row.ts';

/**
 * The jobs that the journal still tells of, each as its newest row has it, in the order in which they were accepted. Rows of other formats
 * are passed over. Never rejects.
 */
export async function loadJobs(reader: JournalReader): Promise<Job[]> {
  const newest = new Map<string, Job>();
  for await (const { record } of reader.newestFirst()) {
    const job = readJobRow(record);
    if (job !== null && !newest.has(job.id)) newest.set(job.id, job);
  }
  return [...newest.values()].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
}
