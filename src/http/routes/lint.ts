import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '../../service/context.ts';
import { readLint } from '../../service/lint.ts';

/** `GET /lint`: the errors of the policy on disk. */
export function lintRoute(app: FastifyInstance, context: ServiceContext): void {
  app.get('/lint', (_request, reply) => reply.send(readLint(context)));
}
