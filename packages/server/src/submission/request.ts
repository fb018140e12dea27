import type { PictureRole, WorkOrder } from '../jobs/work-order.ts';

/** A picture as a request names it: one of the workspace's media, an address, or a product whose photo is taken. */
export interface RequestedPicture {
  readonly role: PictureRole;
  readonly mediaId?: string | undefined;
  readonly url?: string | undefined;
  readonly productId?: string | undefined;
  /** JSON pointer of the field that named it. */
  readonly pointer: string;
}

/** A request for work, whichever interface it came by: what it wants, not yet whether its IDs are real. */
export interface WorkRequest extends Omit<WorkOrder, 'pictures'> {
  /** Outputs wanted: one job each. */
  readonly count: number;
  readonly sources: readonly RequestedPicture[];
  /** Further reusable references by asset ID. */
  readonly references: readonly { readonly assetId: string; readonly pointer: string }[];
}
