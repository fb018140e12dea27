import { ENDPOINTS } from '@atelier/contract';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../../fault.ts';
import { findRecord } from '../../jobs/records.ts';
import { addressesFor, type HttpRoom } from '../room.ts';
import { route } from '../route.ts';

/** `GET /images/{id}` */
export function addGetImage(app: FastifyInstance, room: HttpRoom): void {
  route(app, room, ENDPOINTS.getImage, async ({ params, workspace, request }) => {
    const record = await findRecord(room.db, workspace.id, params.id, addressesFor(room, request));
    if (!record) throw notFound('image', params.id);
    return record;
  });
}
