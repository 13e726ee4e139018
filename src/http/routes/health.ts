import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '../../service/context.ts';
import type { TokenSource } from '../token.ts';

/** Name under which the WebUI knows this sidecar. */
export const SERVICE_NAME = 'hermes-smart-router';

/**
 * `GET|HEAD /health`: alive, and whether a token is provisioned (from the guard's own source). The browser asks it
 * directly and without the token, so it says nothing else and any origin may read it (spec: host 10).
 */
export function healthRoute(app: FastifyInstance, context: ServiceContext, token: TokenSource): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/health',
    config: { open: true, anyOrigin: true },
    handler: (_request, reply) => {
      const last_seen_at = Math.floor(context.now().getTime() / 1000);
      const provisioned = (token.read() ?? '') !== '';
      return reply.header('access-control-allow-origin', '*').send({
        ok: true,
        service: SERVICE_NAME,
        version: 1,
        token: provisioned ? 'present' : 'missing',
        runtime: { sidecar: 'running', last_seen_at },
      });
    },
  });
}
