import type { FastifyInstance } from 'fastify';
import type { HttpRoom } from '../room.ts';
import { addGetJob } from './get-job.ts';
import { addVirtualTryOn } from './virtual-try-on.ts';

/** Everything under `/v1`; all of it needs a workspace key. */
export function addV1Routes(app: FastifyInstance, room: HttpRoom): void {
  addVirtualTryOn(app, room);
  addGetJob(app, room);
}
