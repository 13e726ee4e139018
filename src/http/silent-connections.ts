import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** A request whose bytes were under way when the daemon was told to stop has this long to arrive: a few loopback round trips. */
const UNDER_WAY_MS = 100;

/**
 * Closes, soon after the app begins to close, the connections on which no request has arrived yet. Node counts them as busy, and browsers
 * open such connections ahead of need: each would hold a stopping daemon until its deadline.
 */
export function closeSilentConnections(app: FastifyInstance): void {
  const silent = new Set<Socket>();
  app.server.on('connection', (socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  app.server.on('request', (request) => silent.delete(request.socket));
  app.addHook('preClose', (done) => {
    setTimeout(() => {
      for (const socket of silent) socket.destroy();
    }, UNDER_WAY_MS);
    done();
  });
}
