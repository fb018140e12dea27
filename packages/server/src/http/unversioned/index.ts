import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { HttpRooms, PictureRoom } from '../room.ts';
import { addAnalyzePreset, addAssetImageRoutes, addAssetRoutes, addUploadAssetImage } from './assets.ts';
import { addImageRoutes, addUploadImage } from './images.ts';
import { addSubmissions } from './submissions.ts';

/** The unversioned interface; all of it needs a workspace key. */
export async function addUnversionedRoutes(app: FastifyInstance, rooms: HttpRooms): Promise<void> {
  addImageRoutes(app, rooms.jobs);
  addSubmissions(app, rooms.work);
  addAssetRoutes(app, rooms.pictures);
  addAssetImageRoutes(app, rooms.pictures);
  addAnalyzePreset(app, rooms.pictures);
  await app.register(uploadRoutes(rooms.pictures));
}

/** Only here is a multipart body a body: everywhere else it is an unsupported media type. */
function uploadRoutes(room: PictureRoom): FastifyPluginAsync {
  return async (uploads) => {
    uploads.removeAllContentTypeParsers();
    await uploads.register(multipart);
    addUploadImage(uploads, room);
    addUploadAssetImage(uploads, room);
  };
}
