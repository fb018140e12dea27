import type { AspectRatio, ModelName, Operation, Resolution, Speed } from '@atelier/contract';

/** What a picture is to the work. */
export const PICTURE_ROLES = ['person', 'garment', 'reference'] as const;
export type PictureRole = (typeof PICTURE_ROLES)[number];

/** A picture the work needs: one of the workspace's own, or one still to be fetched. */
export interface PictureSource {
  readonly role: PictureRole;
  /** Media ID; null where `url` is set. */
  readonly mediaId: string | null;
  /** Address to fetch; null where `mediaId` is set. */
  readonly url: string | null;
  /** Where the request named it, as a JSON pointer: for messages. */
  readonly pointer: string;
}

/**
 * Everything a worker needs to know of a request: checked, defaults filled in, free of the interface it came by. It is
 * written with the job and read by whichever process takes it.
 */
export interface WorkOrder {
  readonly operation: Operation;
  readonly model: ModelName;
  readonly resolution: Resolution;
  /** Null: the source's ratio is kept. */
  readonly aspectRatio: AspectRatio | null;
  /** Null: the service picks one. */
  readonly seed: number | null;
  readonly speed: Speed | null;
  readonly prompt: string;
  readonly style: string;
  readonly pictures: readonly PictureSource[];
}
