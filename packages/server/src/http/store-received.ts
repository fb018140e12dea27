import type { PhotoView } from '@atelier/contract';
import type { FastifyRequest } from 'fastify';
import type { Workspace } from '../accounts/workspaces.ts';
import { type AssetRow, linkImage } from '../assets/rows.ts';
import { scoreView } from '../assets/view-score.ts';
import { safeFileName } from '../media/file-name.ts';
import type { CleanPicture } from '../media/intake.ts';
import type { MediaRow, NewMedia } from '../media/rows.ts';
import { type PictureLink, storePicture } from '../media/store-picture.ts';
import type { TemporaryFile } from '../media/temporary-file.ts';
import { type HttpRoom, withLog } from './room.ts';

/** A received file, with its name and use. */
export interface ReceivedFile {
  readonly file: TemporaryFile;
  /** The name that the client gave it. */
  readonly fileName: string | undefined;
  readonly uploadType: NewMedia['upload_type'];
  readonly bytesMax: number;
}

/** Inspects the clean picture and returns further writes for its transaction. */
export type LinkOf = (picture: CleanPicture, fileName: string) => Promise<PictureLink>;

/** Cleans a received file and stores it as a picture of the workspace. After an error, nothing of it stays. */
export async function storeReceived(
  room: HttpRoom,
  workspace: Workspace,
  request: FastifyRequest,
  { file, fileName, uploadType, bytesMax }: ReceivedFile,
  linkOf?: LinkOf,
): Promise<MediaRow> {
  const clean = await room.intake.clean(file, bytesMax);
  await using _cleanFile = clean.file;
  const name = safeFileName(fileName, clean.mimeType);
  const facts = { workspace_id: workspace.id, upload_type: uploadType, file_name: name };
  const link = await linkOf?.(clean, name);
  return await storePicture(withLog(room, request), clean, facts, room.plans[workspace.plan], link);
}

/** The fields of a request about a picture of an asset. */
export interface SaidOfPicture {
  /** The name by which imports know the picture; null if every upload is another picture. */
  readonly source: string | null;
  /** If absent, the name of the file may tell the view. */
  readonly view?: PhotoView | undefined;
}

/** Links a picture to an asset as a source reference, in the transaction that stores it. */
export function linkTo(
  { clock }: HttpRoom,
  { id: asset_id }: Pick<AssetRow, 'id'>,
  { source, view }: SaidOfPicture,
): LinkOf {
  return async (picture, fileName) => {
    const view_score = await scoreView(picture.file.path, view ?? fileName);
    return (transaction, { id: media_id }) =>
      linkImage(transaction, { asset_id, media_id, for_training: true, view_score, source }, clock.now());
  };
}

/** The use of a picture of an asset, if the request names none. */
export function uploadTypeOf({ type }: Pick<AssetRow, 'type'>): 'virtual-try-on-outfit' | 'training' {
  return type === 'outfit' ? 'virtual-try-on-outfit' : 'training';
}
