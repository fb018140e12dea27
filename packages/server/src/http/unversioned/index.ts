import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { HttpRoom } from '../room.ts';
import { routesOf } from '../route.ts';
import { addAnalyzePreset, addAssetImageRoutes, addAssetRoutes, addUploadAssetImage } from './assets.ts';
import { addImageRoutes, addUploadImage } from './images.ts';
import { addSubmissions } from './submissions.ts';

/** The unversioned interface; all of it needs a workspace key. */
export async function addUnversionedRoutes(app: FastifyInstance, room: HttpRoom): Promise<void> {
  const route = routesOf(app, room);
  addImageRoutes(route, room);
  addSubmissions(route, room);
  addAssetRoutes(route, room);
  addAssetImageRoutes(route, room);
  addAnalyzePreset(route, room);
  // Only here is a multipart body a body: everywhere else it is an unsupported media type.
  const uploadRoutes: FastifyPluginAsync = async (uploads) => {
    uploads.removeAllContentTypeParsers();
    await uploads.register(multipart);
    addUploadImage(routesOf(uploads, room), room);
    addUploadAssetImage(routesOf(uploads, room), room);
  };
  await app.register(uploadRoutes);
}
