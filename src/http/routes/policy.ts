import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '../../service/context.ts';
import { policyBody } from '../../service/policy.ts';

/** `GET /policy`: the policy on disk as the panel edits it. Its ETag is the hash that `/apply` takes, in quotes. */
export function policyRoute(app: FastifyInstance, context: ServiceContext): void {
  app.get('/policy', (_request, reply) => {
    const snapshot = context.policy.read();
    if (snapshot.hash !== null) reply.header('etag', `"${snapshot.hash}"`);
    return reply.send(policyBody(snapshot));
  });
}
