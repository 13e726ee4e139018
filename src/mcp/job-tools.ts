import { followJob } from '../client/follow.ts';
import { cancelJob, findJob, readOutput } from '../client/jobs.ts';
import { RESULT_CHARS } from '../jobs/envelope.ts';
import { type JsonObject, own } from '../lib/json.ts';
import { cutCodePoints } from '../lib/text.ts';
import { jobAnswer } from './job-answer.ts';
import {
  answered,
  argumentError,
  refuseUnknownArguments,
  requiredText,
  type Tool,
  type ToolAnswer,
  type ToolCall,
  type ToolDefinition,
  waitSeconds,
} from './tool.ts';

/** A job ends within its kill grace, 10 s unless set otherwise, and a little. */
const CANCEL_SECONDS = 15;

const JOB_ID = { type: 'string', description: 'The job_id of delegate_profile: dp_ and 12 hex digits.' };

/** Tools for the jobs that `delegate_profile` started. */
export const JOB_TOOLS: readonly Tool[] = [
  tool(
    'job_status',
    'How a delegated job stands: its outcome once it has ended, as delegate_profile would have answered it. With wait_seconds the answer comes as soon as it has ended.',
    { job_id: JOB_ID, wait_seconds: { type: 'number', description: 'How long to wait for the end. Default: 0.' } },
    async ({ args, client, signal, report }) => {
      const seconds = waitSeconds(args, 0);
      const job = await findJob(client, requiredText(args, 'job_id'));
      if (job === null) return noSuchJob(args);
      return answered(jobAnswer(await followJob(client, job, { seconds, signal, onPoll: report })));
    },
  ),
  tool(
    'job_output',
    `What a delegated job has printed: up to ${RESULT_CHARS} characters, its end unless from says otherwise. next is the from of the piece that follows; eof is true when nothing will.`,
    {
      job_id: JOB_ID,
      from: { type: 'integer', description: 'Byte to begin at: next of an earlier answer, 0 for the beginning.' },
    },
    jobOutput,
  ),
  tool(
    'cancel_job',
    'End a delegated job. One that has ended stays as it is.',
    { job_id: JOB_ID },
    async ({ args, client, signal, report }) => {
      const job = await cancelJob(client, requiredText(args, 'job_id'));
      if (job === null) return noSuchJob(args);
      return answered(jobAnswer(await followJob(client, job, { seconds: CANCEL_SECONDS, signal, onPoll: report })));
    },
  ),
];

function tool(
  name: string,
  description: string,
  properties: JsonObject,
  call: (call: ToolCall) => Promise<ToolAnswer>,
): Tool {
  const inputSchema = { type: 'object', properties, required: ['job_id'], additionalProperties: false } as const;
  const definition: ToolDefinition = { name, description, inputSchema };
  return {
    name,
    define: () => definition,
    call: async (request) => {
      refuseUnknownArguments(request.args, inputSchema);
      return call(request);
    },
  };
}

async function jobOutput({ args, client }: ToolCall): Promise<ToolAnswer> {
  const id = requiredText(args, 'job_id');
  const asked = own(args, 'from') ?? null;
  if (asked !== null && !(typeof asked === 'number' && Number.isSafeInteger(asked) && asked >= 0))
    throw argumentError('from must be a whole number from 0');
  const first = await readOutput(client, id, 'text', asked ?? 0);
  if (first === null) return noSuchJob(args);
  const from = asked ?? Math.max(0, first.end - RESULT_CHARS);
  const chunk = from === (asked ?? 0) ? first : ((await readOutput(client, id, 'text', from)) ?? first);
  // The end may begin inside a character. The rest of the stream is whole: we rendered it.
  const whole = asked === null ? chunk.text.replace(/^\ufffd{1,3}/, '') : chunk.text;
  const text = cutCodePoints(whole, RESULT_CHARS);
  const isCut = text.length < whole.length;
  const { next, end, gap } = chunk;
  return answered({
    job_id: id,
    from: chunk.from,
    next: isCut ? chunk.from + Buffer.byteLength(text) : next,
    end,
    text,
    ...(gap === undefined ? {} : { gap }),
    eof: chunk.eof && !isCut,
  });
}

function noSuchJob(args: JsonObject): ToolAnswer {
  const error = `There is no job ${JSON.stringify(own(args, 'job_id'))}`;
  const hint = 'The last 500 jobs of 7 days are kept. Delegate the task again if its outcome is still needed.';
  return { body: { error, hint }, isError: true };
}
