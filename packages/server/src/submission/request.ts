import type { NewMedia } from '../media/rows.ts';
import type { PictureRole, WorkOrder } from '../work-order.ts';

/**
 * The ways to name a picture in a request: by media ID, by media or job ID, by address, or by asset. An asset stands
 * for its photo.
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
  /** A version of the image that is used instead of it; only with `recordId`. */
  readonly versionId?: string;
}

/** A request for work from either interface, before its IDs are checked. */
export interface WorkRequest extends Omit<WorkOrder, 'pictures'> {
  /** Prefix of the JSON pointers of the body's fields: `/input` in an envelope; absent or empty elsewhere. */
  readonly root?: string;
  /** Outputs wanted: one job each. */
  readonly count: number;
  readonly pictures: readonly RequestedPicture[];
  /** Pictures that came inside the request. Their bytes are already stored; their rows are written with the work. */
  readonly newMedia?: readonly NewMedia[];
  /** Role of the picture that gets the outputs as versions; absent if they are images of their own. */
  readonly versionsOf?: PictureRole;
}
