import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '../../service/context.ts';
import { readPolicy } from '../../service/policy.ts';

/** `GET /policy`: the policy on disk as the panel edits it. */
export function policyRoute(app: FastifyInstance, context: ServiceContext): void {
  app.get('/policy', (_request, reply) => reply.send(readPolicy(context)));
}
