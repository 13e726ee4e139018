import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '../../service/context.ts';
import { readLiveness } from '../../service/liveness.ts';

/** `GET /liveness`: the state of every hop that the policy names. */
export function livenessRoute(app: FastifyInstance, context: ServiceContext): void {
  app.get('/liveness', (_request, reply) => reply.send(readLiveness(context)));
}
