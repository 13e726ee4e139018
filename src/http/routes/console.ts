import type { FastifyInstance } from 'fastify';
import { openConsolePage } from '../console-page.ts';
import { acceptsGzip } from '../gzip.ts';
import { sendError } from '../reply.ts';

/**
 * `GET /console`: the panel's page. Open, because the page itself holds nothing, and must be there to explain a missing token. HEAD, which
 * the proxy never sends, is not offered.
 */
export function consoleRoute(app: FastifyInstance, page = openConsolePage()): void {
  app.get('/console', { config: { open: true } }, (request, reply) => {
    const current = page.read();
    if (current === null) return sendError(reply, 'console_not_found');
    const gzip = acceptsGzip(request.headers['accept-encoding']);
    if (gzip) reply.header('content-encoding', 'gzip');
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', current.policy)
      .header('referrer-policy', 'same-origin')
      .send(gzip ? current.gzipped : current.html);
  });
}
