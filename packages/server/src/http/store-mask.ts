import { UPLOAD_BYTES_MAX } from '@atelier/contract';
import { Fault } from '../fault.ts';
import { storePicture } from '../media/keep-picture.ts';
import { MediaRejection } from '../media/rejection.ts';
import type { HttpRoom } from './room.ts';

/** Keeps a mask that came as a data URI like an uploaded one, and returns its media ID. */
export async function storeMask(room: HttpRoom, workspaceId: string, dataUri: string, pointer: string): Promise<string> {
  const bytes = Buffer.from(dataUri.slice(dataUri.indexOf(',') + 1), 'base64');
  try {
    const picture = await room.intake.take([bytes], UPLOAD_BYTES_MAX);
    const { id } = await storePicture(room, picture, { workspaceId, uploadType: 'inpaint-mask', fileName: 'mask.png' });
    return id;
  } catch (error) {
    if (error instanceof MediaRejection) throw new Fault('invalid_request', `${pointer}: ${error.message}`, { cause: error });
    throw error;
  }
}
