import { type Operation, UPSCALE_AREA_PIXELS_MAX, WEBP_SIDE_PIXELS_MAX } from '@atelier/contract';
import { type AssetReference, findReferences, photoOf, refusePhotosWithoutConsent } from '../assets/rows.ts';
import type { Database, Queryable } from '../database/connection.ts';
import { MASK_IS_EMPTY, selectsNothing, wrongShape } from '../engines/pictures/mask.ts';
import { Fault, MissingFault } from '../fault.ts';
import { findNamedImages, findVersions, requirePicture, type VersionSource } from '../jobs/versions.ts';
import type { RemovalRoom } from '../media/removal.ts';
import { findMedia, type MediaRow } from '../media/rows.ts';
import type { PictureRole, PictureSource } from '../work-order.ts';
import type { RequestedPicture, WorkRequest } from './request.ts';

/** Role of an asset that is named as a reference. */
const ROLES_OF_ASSETS = { model: 'avatar', preset: 'scene', outfit: 'garment' } as const satisfies Record<
  AssetReference['type'],
  PictureRole
>;

/**
 * Types of assets that an operation takes as references; try-ons and generations have fields of their own for products.
 */
const REFERENCE_TYPES: Readonly<Record<Operation, readonly AssetReference['type'][]>> = {
  virtual_try_on: ['model', 'preset'],
  generate: ['model', 'preset'],
  edit: [],
  inpaint: [],
  upscale: [],
  animate: [],
  text_to_video: ['model', 'preset', 'outfit'],
};

/** A picture that a request names, with its media row if it is an image of the workspace. */
interface Resolved {
  readonly source: PictureSource;
  readonly row: MediaRow | null;
  /** The named image if one of its versions is used instead; otherwise the same as `row`. */
  readonly original: MediaRow | null;
}

/**
 * Finds the pictures that a request names. `parentId` is the media ID of the image that gets its outputs as versions,
 * and `presetClass` the class of its preset; each may be null.
 *
 * - Throws `not_found` for an ID that the workspace does not have.
 * - Throws `invalid_source` for a video, a job without a picture, a version of another image, or a mask of another
 *   shape.
 * - Throws `invalid_source` for an asset without pictures or of the wrong type.
 * - Throws `invalid_source` for an avatar whose consent ended, and for a photo of it by its ID or address.
 * - Throws `unsupported_option` for an upscale that would be too large.
 */
export async function resolveSources(db: Queryable, workspaceId: string, request: WorkRequest) {
  const namesBy = (by: RequestedPicture['by']) =>
    request.pictures.filter((picture) => picture.by === by).map((picture) => picture.name);
  const media = await findMedia(db, workspaceId, namesBy('mediaId'));
  const images = await findNamedImages(db, workspaceId, namesBy('recordId'));
  const assets = await findReferences(db, workspaceId, namesBy('assetId'));
  const versionIds = request.pictures.flatMap(({ versionId }) => versionId ?? []);
  const versions = await findVersions(db, workspaceId, versionIds);
  const resolved = request.pictures.map((picture): Resolved => {
    const { role, by, name, pointer } = picture;
    if (by === 'url') return { source: { role, mediaId: null, url: name, pointer }, row: null, original: null };
    if (by === 'assetId')
      return { source: fromAsset(picture, assets.get(name), request.operation), row: null, original: null };
    const named = by === 'mediaId' ? media.get(name) : images.get(name);
    if (!named) throw new MissingFault('image', name, pointer);
    const original = requirePicture('media' in named ? named : { media: named, status: 'completed' }, name, pointer);
    const row = picture.versionId === undefined ? original : fromVersion(picture.versionId, original, versions);
    return { source: { role, mediaId: row.id, url: null, pointer }, row, original };
  });
  checkShapes(request, resolved);
  const pictures = resolved.map(({ source }) => source);
  // A named avatar needs only its own consent, even if it shares a photo with another avatar.
  const photos = pictures.filter(({ role }) => role !== 'avatar');
  await refusePhotosWithoutConsent(db, workspaceId, photos);
  const parent = resolved.find(({ source }) => source.role === request.versionsOf)?.original;
  const presetClass = [...assets.values()].find(({ type }) => type === 'preset')?.presetClass ?? null;
  return { pictures, parentId: parent?.id ?? null, presetClass };
}

function fromVersion(versionId: string, original: MediaRow, versions: ReadonlyMap<string, VersionSource>): MediaRow {
  const version = versions.get(versionId);
  if (!version) throw new MissingFault('version', versionId, '/version_id');
  if (version.parentId !== original.id)
    throw new Fault(
      'invalid_source',
      `/version_id: ${versionId} is not a version of the image; allowed: one of its own.`,
    );
  return requirePicture(version, versionId, '/version_id');
}

function fromAsset(
  { role, name, pointer }: RequestedPicture,
  asset: AssetReference | undefined,
  operation: Operation,
): PictureSource {
  const mediaId = photoOf(asset, name, role === 'garment' ? ['outfit'] : REFERENCE_TYPES[operation], pointer);
  return { role: asset && role === 'reference' ? ROLES_OF_ASSETS[asset.type] : role, mediaId, url: null, pointer };
}

function checkShapes({ operation, options, root = '' }: WorkRequest, pictures: readonly Resolved[]): void {
  const pictureOf = (role: PictureRole) => pictures.find(({ source }) => source.role === role);
  const image = pictureOf('source')?.row;
  const masking = pictureOf('mask');
  const wrong = image && masking?.row ? wrongShape(masking.row, image) : null;
  if (wrong !== null) throw new Fault('invalid_source', `${masking?.source.pointer}: ${wrong}`);
  if (operation !== 'upscale' || !image) return;
  const factor = options.upscaleFactor ?? 1;
  const [width, height] = [image.width * factor, image.height * factor];
  if (width * height > UPSCALE_AREA_PIXELS_MAX)
    throw new Fault(
      'unsupported_option',
      `${root}/upscale_factor ${factor} would give ${width} × ${height} pixels; allowed: at most ${UPSCALE_AREA_PIXELS_MAX / 1e6} megapixels.`,
    );
  if (options.outputFormat === 'webp' && Math.max(width, height) > WEBP_SIDE_PIXELS_MAX)
    throw new Fault(
      'unsupported_option',
      `${root}/output_format is "webp", which has at most ${WEBP_SIDE_PIXELS_MAX} pixels a side; the output would have ${width} × ${height}. Use png or jpeg.`,
    );
}

/**
 * Throws `invalid_source` for a stored mask that selects nothing, before anything is charged. The worker checks a mask
 * at an address when it fetches it. A missing mask is refused elsewhere.
 */
export async function refuseEmptyMask(
  { db, store }: Pick<RemovalRoom, 'db' | 'store'>,
  workspaceId: string,
  request: WorkRequest,
): Promise<void> {
  const mask = request.pictures.find(({ role }) => role === 'mask');
  const key = mask && (await storageKeyOf(db, workspaceId, mask, request));
  const bytes = key === undefined ? null : await store.read(key);
  if (mask && bytes && (await selectsNothing(bytes)))
    throw new Fault('invalid_source', `${mask.pointer}: ${MASK_IS_EMPTY}`);
}

/** Storage key of a mask; undefined if it is not an image of the workspace. */
async function storageKeyOf(
  db: Database,
  workspaceId: string,
  { by, name }: RequestedPicture,
  { newMedia = [] }: WorkRequest,
): Promise<string | undefined> {
  const fresh = newMedia.find(({ id }) => id === name);
  if (fresh) return fresh.storage_key;
  const row =
    by === 'recordId'
      ? (await findNamedImages(db, workspaceId, [name])).get(name)?.media
      : (await findMedia(db, workspaceId, by === 'mediaId' ? [name] : [])).get(name);
  return row?.kind === 'image' ? row.storage_key : undefined;
}
