import type { FastifyInstance } from 'fastify';
import { isMapping, own } from '../../lib/json.ts';
import type { ServiceContext } from '../../service/context.ts';
import { route } from '../../service/route.ts';
import { refuseUnknown } from '../fields.ts';

/** The fields of a live decision's body. */
export const ROUTE_FIELDS = [
  'task',
  'context',
  'prompt_text',
  'model',
  'provider',
  'session_id',
  'assignee',
  'source',
] as const;

/** `POST /route`: decides for real. It may spend money, so the caller must name itself, which nothing inside the WebUI can. */
export function routeRoute(app: FastifyInstance, context: ServiceContext): void {
  app.post('/route', { config: { jsonOnly: true, namedClient: true } }, async (request, reply) => {
    refuseUnknown(request.body, ROUTE_FIELDS);
    const body = isMapping(request.body) ? request.body : {};
    const field = (name: (typeof ROUTE_FIELDS)[number]) => own(body, name);
    const decided = await route(context, {
      task: field('task'),
      context: field('context'),
      promptText: field('prompt_text'),
      model: field('model'),
      provider: field('provider'),
      sessionId: field('session_id'),
      assignee: field('assignee'),
      source: field('source'),
    });
    return reply.send(decided);
  });
}
