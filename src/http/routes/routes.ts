import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '../../service/context.ts';
import { readRoute, readRoutes } from '../../service/routes.ts';
import { apiError } from '../errors.ts';
import type { Query } from '../query.ts';

/** `GET /routes`: the recorded decisions, newest first, or one of them with `id`. */
export function routesRoute(app: FastifyInstance, context: ServiceContext): void {
  app.get<{ Querystring: Query }>('/routes', async (request, reply) => {
    const { id, limit, source, policy_only: policyOnly, cursor } = request.query;
    if (id === undefined)
      return reply.send(await readRoutes(context, { limit, source, policyOnly: isYes(policyOnly), cursor }));
    const record = await readRoute(context, id);
    if (record === null) throw apiError('decision_not_found');
    return reply.send(record);
  });
}

/** The words by which a query says yes (spec: http 3.10). */
function isYes(text: string | undefined): boolean {
  return text !== undefined && ['1', 'true', 'yes'].includes(text.toLowerCase());
}
