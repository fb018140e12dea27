import { ENDPOINTS } from '@atelier/contract';
import type { FastifyInstance } from 'fastify';
import { MissingFault } from '../../fault.ts';
import { deleteRecord } from '../../jobs/delete-record.ts';
import { findRecord, findRecords } from '../../jobs/records.ts';
import { removeBytesNow } from '../../media/removal.ts';
import { addressesFor, type JobRoom, withLog } from '../room.ts';
import { route } from '../route.ts';

/** Reading and deleting image records. */
export function addImageRoutes(app: FastifyInstance, room: JobRoom): void {
  route(app, room, ENDPOINTS.getImage, async ({ params, workspace, request }) => {
    const record = await findRecord(room.db, workspace.id, params.id, addressesFor(room, request));
    if (!record) throw new MissingFault('image', params.id);
    return record;
  });

  route(app, room, ENDPOINTS.readImages, async ({ body, workspace, request }) => {
    const records = await findRecords(room.db, workspace.id, [...new Set(body.ids)], addressesFor(room, request));
    return [...records.values()];
  });

  route(app, room, ENDPOINTS.deleteImage, async ({ params, workspace, request, reply }) => {
    const storageKeys = await deleteRecord(room, workspace.id, params.id, room.clock.now());
    if (!storageKeys) throw new MissingFault('image', params.id);
    await removeBytesNow(withLog(room, request), storageKeys);
    return reply.code(204).send();
  });
}
