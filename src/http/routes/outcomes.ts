import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '../../service/context.ts';
import { readOutcomeRates } from '../../service/outcomes.ts';

/** `GET /outcomes`: how the decisions of each tier ended. */
export function outcomesRoute(app: FastifyInstance, context: ServiceContext): void {
  app.get('/outcomes', async (_request, reply) => reply.send(await readOutcomeRates(context)));
}
