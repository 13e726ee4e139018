import type { FastifyInstance } from 'fastify';
import { readCapabilities } from '../../service/capabilities.ts';
import type { ServiceContext } from '../../service/context.ts';

/** `GET /capabilities`: what is known about every model, without any credential. */
export function capabilitiesRoute(app: FastifyInstance, context: ServiceContext): void {
  app.get('/capabilities', (_request, reply) => reply.send(readCapabilities(context)));
}
