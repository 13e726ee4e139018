import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '../../service/context.ts';
import { explainRequest } from '../../service/explain.ts';
import { readTexts } from '../fields.ts';
import type { Query } from '../query.ts';

/** The parameters of a dry run, in the order in which their types are judged. */
export const EXPLAIN_FIELDS = ['task', 'at', 'prompt_text'] as const;

/** `GET|POST /explain`: the dry run. POST exists because a request target ends at 65536 bytes; unknown fields are ignored. */
export function explainRoutes(app: FastifyInstance, context: ServiceContext): void {
  app.get<{ Querystring: Query }>('/explain', (request, reply) => reply.send(explain(context, request.query)));
  app.post('/explain', (request, reply) => reply.send(explain(context, request.body)));
}

function explain(context: ServiceContext, parameters: unknown): object {
  const { task, at, prompt_text: promptText } = readTexts(parameters, EXPLAIN_FIELDS);
  return explainRequest(context, { task, at, promptText });
}
