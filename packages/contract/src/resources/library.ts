import { OPERATIONS } from '../models.ts';
import { dateTime, nullable, oneOf, open, type Static, Type, uuid } from '../schema.ts';
import { PageInfo } from './account.ts';
import { ASSET_TYPES } from './asset.ts';

/** The decisions about an image. */
export const REVIEWS = ['approved', 'rejected'] as const;
export type Review = (typeof REVIEWS)[number];

/** Where an image came from. */
export const IMAGE_ORIGINS = ['upload', 'generated'] as const;
export type ImageOrigin = (typeof IMAGE_ORIGINS)[number];

/** A saved asset that a request named, as far as it still exists. */
const NamedAsset = open({
  id: uuid(),
  type: oneOf(ASSET_TYPES),
  alias: Type.String(),
  sku: nullable(Type.String()),
});

/** The request that made an image. */
export const MadeBy = open(
  {
    job_id: uuid('Its `request` says what was asked for.'),
    operation: oneOf(OPERATIONS),
    model: Type.String(),
    credits_used: Type.Number({ minimum: 0, description: 'Display credits.' }),
    prompt: Type.String({ description: 'Empty where the request had none.' }),
    assets: Type.Array(NamedAsset, { description: 'Saved assets that the request named and that still exist.' }),
    look: nullable(open({ id: nullable(uuid()), name: Type.String() }), {
      description: 'The look of the shoot; its `id` is null once the look was deleted.',
    }),
    shoot_id: nullable(uuid()),
    view: nullable(Type.String(), { description: 'The view of the product in the shoot.' }),
  },
  { $id: 'MadeBy' },
);
export type MadeBy = Static<typeof MadeBy>;

/** An image or video of a workspace: an upload or a result. */
export const LibraryImage = open(
  {
    id: uuid('Media ID: pass it into the next operation.'),
    type: oneOf(['image', 'video']),
    origin: oneOf(IMAGE_ORIGINS),
    url: Type.String({ format: 'uri', description: 'Where the image or video can be fetched.' }),
    thumbnail_url: nullable(Type.String({ format: 'uri' }), {
      description: 'A WebP of at most 480 pixels a side; null for a video.',
    }),
    width: Type.Integer({ description: 'Pixels.' }),
    height: Type.Integer({ description: 'Pixels.' }),
    size_bytes: Type.Integer(),
    file_name: Type.String(),
    created_at: dateTime(),
    review: nullable(oneOf(REVIEWS)),
    comment_count: Type.Integer({ minimum: 0 }),
    collection_ids: Type.Array(uuid(), { description: 'Collections that it is in.' }),
    made_by: nullable(MadeBy, { description: 'Null for an upload.' }),
  },
  { $id: 'LibraryImage' },
);
export type LibraryImage = Static<typeof LibraryImage>;

/** A page of the library, newest first. */
export const LibraryPage = open({ images: Type.Array(LibraryImage), page_info: PageInfo }, { $id: 'LibraryPage' });
export type LibraryPage = Static<typeof LibraryPage>;

/** What somebody says about an image. */
export const ImageComment = open(
  {
    id: uuid(),
    author: nullable(Type.String(), { description: 'The name that its writer gave.' }),
    text: Type.String(),
    created_at: dateTime(),
  },
  { $id: 'ImageComment' },
);
export type ImageComment = Static<typeof ImageComment>;

/** Images that are kept together under a name. */
export const Collection = open(
  {
    id: uuid(),
    name: Type.String(),
    image_count: Type.Integer({ minimum: 0 }),
    cover_url: nullable(Type.String({ format: 'uri' }), {
      description: 'Thumbnail of its newest image; null where it has none.',
    }),
    created_at: dateTime(),
  },
  { $id: 'Collection' },
);
export type Collection = Static<typeof Collection>;
