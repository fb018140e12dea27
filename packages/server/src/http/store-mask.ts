import { UPLOAD_BYTES_MAX } from '@atelier/contract';
import { Fault } from '../fault.ts';
import { MediaRejection } from '../media/rejection.ts';
import type { NewMedia } from '../media/rows.ts';
import { storeBytes } from '../media/store-picture.ts';
import type { PictureRoom } from './room.ts';

/** Stores the bytes of a mask that came as a data URI; the submission writes its row like that of an upload. */
export async function storeMask(room: PictureRoom, workspaceId: string, dataUri: string): Promise<NewMedia> {
  const bytes = Buffer.from(dataUri.slice(dataUri.indexOf(',') + 1), 'base64');
  try {
    const picture = await room.intake.take([bytes], UPLOAD_BYTES_MAX);
    return await storeBytes(room, picture, { workspaceId, uploadType: 'inpaint-mask', fileName: 'mask.png' });
  } catch (error) {
    if (error instanceof MediaRejection)
      throw new Fault('invalid_request', `/mask: ${error.message}`, { cause: error });
    throw error;
  }
}
