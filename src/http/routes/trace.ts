import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '../../service/context.ts';
import { traceRequest } from '../../service/explain.ts';
import { readTexts, refuseUnknown } from '../fields.ts';
import type { Query } from '../query.ts';
import { EXPLAIN_FIELDS } from './explain.ts';

/** `GET|POST /trace`: the dry run under the product's name, with why each other rule and hop was not taken. */
export function traceRoutes(app: FastifyInstance, context: ServiceContext): void {
  app.get<{ Querystring: Query }>('/trace', (request, reply) => reply.send(trace(context, request.query)));
  app.post('/trace', { config: { jsonOnly: true } }, (request, reply) => {
    refuseUnknown(request.body, EXPLAIN_FIELDS);
    return reply.send(trace(context, request.body));
  });
}

function trace(context: ServiceContext, parameters: unknown): object {
  const { task, at, prompt_text: promptText } = readTexts(parameters, EXPLAIN_FIELDS);
  return traceRequest(context, { task, at, promptText });
}
