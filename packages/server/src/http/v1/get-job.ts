import { ENDPOINTS } from '@atelier/contract';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../../fault.ts';
import { findJob } from '../../jobs/rows.ts';
import { jobView } from '../../jobs/view-v1.ts';
import { addressesFor, type HttpRoom } from '../room.ts';
import { route } from '../route.ts';

/** `GET /v1/jobs/{id}` */
export function addGetJob(app: FastifyInstance, room: HttpRoom): void {
  route(app, room, ENDPOINTS.getJob, async ({ params, workspace, request }) => {
    const job = await findJob(room.db, workspace.id, params.id);
    if (!job) throw notFound('job', params.id);
    return jobView(job, addressesFor(room, request));
  });
}
