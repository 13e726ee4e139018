import { isMapping, type JsonObject, own } from '../lib/json.ts';
import { answered, refuseUnknownArguments, requiredText, type Tool, type ToolDefinition } from './tool.ts';

const DEFINITION: ToolDefinition = {
  name: 'trace_route',
  description:
    'Which profile and model the router would choose for a task, by which rule, and why not another. Starts nothing, costs nothing.',
  inputSchema: {
    type: 'object',
    properties: {
      task: { type: 'string', description: 'The task as it would be delegated.' },
      prompt_text: {
        type: 'string',
        description: 'The whole text the model would receive, where it is more than the task.',
      },
      at: { type: 'string', description: 'ISO-8601 time to decide for. Default: now.' },
    },
    required: ['task'],
    additionalProperties: false,
  },
};

/** Parts of a trace that say something to an agent; the rest is for people who tune the policy. */
const SHOWN = ['decision', 'chain_plan', 'if_unclassified', 'why_not', 'policy_in_use'];

/** `trace_route`: the dry run. */
export const TRACE_ROUTE: Tool = {
  name: DEFINITION.name,
  define: () => DEFINITION,
  call: async ({ args, client }) => {
    refuseUnknownArguments(args, DEFINITION.inputSchema);
    requiredText(args, 'task');
    const { status, body } = await client.ask({ method: 'POST', path: '/trace', body: args });
    const fields: JsonObject = isMapping(body) ? body : {};
    if (status >= 400) return { body: fields, isError: true };
    return answered(Object.fromEntries(SHOWN.map((name) => [name, own(fields, name)])));
  },
};
