import type { PictureRole, WorkOptions } from '../../work-order.ts';
import type { PictureName, RequestedPicture } from '../request.ts';

/** Where an envelope names the image it works on; at an operation's own path it is the ID in the path. */
export const SOURCE_POINTER = '/image_id';

/** Pictures a list names, in its order; none where the request has no such list. */
export function picturesOf(
  role: PictureRole,
  by: PictureName,
  names: readonly string[] | undefined,
  pointer: string,
): RequestedPicture[] {
  return (names ?? []).map((name, index) => ({ role, by, name, pointer: `${pointer}/${index}` }));
}

/** The picture a single field names, as a list of one or none. */
export function pictureOf(
  role: PictureRole,
  by: PictureName,
  name: string | undefined,
  pointer: string,
): RequestedPicture[] {
  return name === undefined ? [] : [{ role, by, name, pointer }];
}

/** The options that are set: an absent one stays absent in the work order. */
export function given(options: { [K in keyof WorkOptions]: WorkOptions[K] | undefined }): WorkOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
