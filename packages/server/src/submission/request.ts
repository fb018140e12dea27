import type { NewMedia } from '../media/rows.ts';
import type { PictureRole, WorkOrder } from '../work-order.ts';

/**
 * The ways to name a picture in a request: a media, a media or the job that made it, an address, or an asset. An asset
 * stands for its photo.
 */
export type PictureName = 'mediaId' | 'recordId' | 'url' | 'assetId';

/** A picture as a request names it. */
export interface RequestedPicture {
  readonly role: PictureRole;
  readonly by: PictureName;
  /** The ID or address. */
  readonly name: string;
  /** JSON pointer of the field that named it. */
  readonly pointer: string;
  /** A version of the image, worked on in its place; only with `recordId`. */
  readonly versionId?: string;
}

/** A request for work from either interface, before its IDs are checked. */
export interface WorkRequest extends Omit<WorkOrder, 'pictures'> {
  /** Stands before the JSON pointers of the body's own fields: `/input` in an envelope; absent or empty elsewhere. */
  readonly root?: string;
  /** Outputs wanted: one job each. */
  readonly count: number;
  readonly pictures: readonly RequestedPicture[];
  /** Pictures that came inside the request: their bytes are stored, their rows are written with the work. */
  readonly newMedia?: readonly NewMedia[];
  /** Role of the picture whose versions the outputs become; absent: they stand for themselves. */
  readonly versionsOf?: PictureRole;
}
