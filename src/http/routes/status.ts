import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '../../service/context.ts';
import { readStatus } from '../../service/status.ts';

/** `GET /status`: whether the policy on disk is valid, what it configures, and who is serving it. */
export function statusRoute(app: FastifyInstance, context: ServiceContext): void {
  app.get('/status', (_request, reply) => reply.send(readStatus(context)));
}
