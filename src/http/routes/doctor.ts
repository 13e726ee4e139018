import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '../../service/context.ts';
import { type DoctorReport, doctorParts, runDoctor } from '../../service/doctor.ts';
import { hostRefusal, ownNames } from '../origin.ts';

/** Answers come within 8 s. */
const LIMIT_MS = 6_500;
/** A report this young is given again: it asks four programs. Milliseconds. */
const KEEP_MS = 5_000;
/** A name that nobody can have (RFC 2606). */
const FOREIGN_HOST = 'doctor.invalid';

/** `GET /doctor`: what is set up and what is missing, one cure each. */
export function doctorRoute(app: FastifyInstance, context: ServiceContext): void {
  let kept: { readonly until: number; readonly report: Promise<DoctorReport> } | null = null;
  app.get('/doctor', async (_request, reply) => {
    if (kept === null || performance.now() > kept.until) {
      const address = app.server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      const refusesForeignHost = hostRefusal(FOREIGN_HOST, ownNames(port)) !== null;
      const report = runDoctor(doctorParts(context, { port, refusesForeignHost }), LIMIT_MS);
      kept = { until: performance.now() + LIMIT_MS + KEEP_MS, report };
    }
    return reply.send(await kept.report);
  });
}
