import type { FastifyInstance } from 'fastify';
import { sendError } from '../reply.ts';

/** `GET /console`: where the panel's page is served. Open, because the page itself holds nothing and asks for the token. */
export function consoleRoute(app: FastifyInstance): void {
  app.get('/console', { config: { open: true } }, (_request, reply) => sendError(reply, 'console_not_found'));
}
