import { ENDPOINTS, UPLOAD_TYPES } from '@atelier/contract';
import type { FastifyInstance } from 'fastify';
import { uploadRecord } from '../../jobs/records.ts';
import { addressesFor, type PictureRoom } from '../room.ts';
import { route } from '../route.ts';
import { receiveUpload } from './receive-upload.ts';

/** `POST /images` */
export function addUploadImage(app: FastifyInstance, room: PictureRoom): void {
  route(app, room, ENDPOINTS.uploadImage, async ({ workspace, request }) => {
    const media = await receiveUpload(room, workspace, request, { types: UPLOAD_TYPES, fallback: 'reference' });
    return uploadRecord(media, addressesFor(room, request));
  });
}
