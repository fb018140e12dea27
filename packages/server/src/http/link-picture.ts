import type { PhotoView } from '@atelier/contract';
import { type AssetRow, linkImage } from '../assets/rows.ts';
import { scoreView } from '../assets/view-score.ts';
import type { HttpRoom } from './room.ts';
import type { LinkOf } from './store-received.ts';

/** What a sender says about a picture of an asset. */
export interface SaidOfPicture {
  /** Null: every upload is another picture. */
  readonly source: string | null;
  /** Absent: the name of the file may tell. */
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

/** The use of a picture of an asset where its sender names none. */
export function uploadTypeOf({ type }: Pick<AssetRow, 'type'>): 'virtual-try-on-outfit' | 'training' {
  return type === 'outfit' ? 'virtual-try-on-outfit' : 'training';
}
