import { BATCH_IDS_MAX, COMMENT_LENGTH_MAX, TEXT_LENGTH_MAX, THUMBNAIL_SIDE_PIXELS_MAX } from '../limits.ts';
import { OPERATIONS } from '../models.ts';
import { closed, dateTime, filledText, nullable, oneOf, open, optional, type Static, Type, uuid } from '../schema.ts';
import { PageInfo, pageFields } from './account.ts';
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
    job_id: uuid('Its `request` is the whole request.'),
    operation: oneOf(OPERATIONS),
    model: Type.String(),
    credits_used: Type.Number({ minimum: 0, description: 'Display credits.' }),
    prompt: Type.String({ description: 'Empty if the request had none.' }),
    assets: Type.Array(NamedAsset, { description: 'Saved assets that the request named and that still exist.' }),
    look: nullable(open({ id: nullable(uuid()), name: Type.String() }), {
      description: 'The look of the shoot; its `id` is null once the look was deleted.',
    }),
    shoot_id: nullable(uuid()),
    view: nullable(Type.Integer(), { description: 'Which photo of the product, counted from 1.' }),
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
    url: Type.String({ format: 'uri', description: 'Address of the image or video.' }),
    thumbnail_url: nullable(Type.String({ format: 'uri' }), {
      description: `A WebP of at most ${THUMBNAIL_SIDE_PIXELS_MAX} pixels a side; null for a video.`,
    }),
    width: Type.Integer({ description: 'Pixels.' }),
    height: Type.Integer({ description: 'Pixels.' }),
    size_bytes: Type.Integer(),
    file_name: Type.String(),
    created_at: dateTime(),
    review: nullable(oneOf(REVIEWS)),
    comment_count: Type.Integer({ minimum: 0 }),
    collection_ids: Type.Array(uuid(), { description: 'Collections that contain it.' }),
    made_by: nullable(MadeBy, { description: 'Null for an upload.' }),
  },
  { $id: 'LibraryImage' },
);
export type LibraryImage = Static<typeof LibraryImage>;

/** A page of the library, newest first. */
export const LibraryPage = open(
  {
    images: Type.Array(LibraryImage),
    page_info: PageInfo,
    total_count: nullable(Type.Integer({ minimum: 0 }), {
      description: 'Images on all pages; null unless the request asks for it.',
    }),
  },
  { $id: 'LibraryPage' },
);
export type LibraryPage = Static<typeof LibraryPage>;

/** Query of `GET /v1/images`. */
export const LibraryQuery = closed({
  ...pageFields,
  search: optional(
    Type.String({
      maxLength: 200,
      description:
        'Words in upper or lower case. Each must be in the prompt, the file name of an upload, or the alias or SKU of an asset of the image.',
    }),
  ),
  origin: optional(oneOf(IMAGE_ORIGINS, { description: 'Only uploads, or only results.' })),
  operation: optional(oneOf(OPERATIONS, { description: 'Only results of this operation.' })),
  review: optional(oneOf([...REVIEWS, 'none'], { description: '`none`: those without a decision.' })),
  collection_id: optional(uuid('Only images of this collection.')),
  asset_id: optional(uuid('Only photos of this asset, and results of requests that named it.')),
  shoot_id: optional(uuid('Only results of this shoot.')),
  created_after: optional(dateTime('Only images created after this moment.')),
  count: optional(Type.Boolean({ default: false, description: 'Adds the number of images on all pages.' })),
});
export type LibraryQuery = Static<typeof LibraryQuery>;

const ids = Type.Array(uuid(), {
  minItems: 1,
  maxItems: BATCH_IDS_MAX,
  description: 'Media IDs. If one does not exist, nothing is done.',
});

/** Body of a decision about one image. */
export const ImageChange = closed({
  review: nullable(oneOf(REVIEWS), { description: 'The decision; null takes it back.' }),
});

/** Body of a decision about many images. */
export const ImagesChange = closed({ ids, ...ImageChange.properties });

/** Body of the deletion of many images. */
export const ImagesDeletion = closed({ ids });

/** What somebody says about an image. */
export const ImageComment = open(
  {
    id: uuid(),
    author: nullable(Type.String(), { description: 'The name that the writer gave; the service does not check it.' }),
    text: Type.String(),
    created_at: dateTime(),
  },
  { $id: 'ImageComment' },
);
export type ImageComment = Static<typeof ImageComment>;

/** A page of comments, oldest first. */
export const CommentPage = open({ comments: Type.Array(ImageComment), page_info: PageInfo }, { $id: 'CommentPage' });
export type CommentPage = Static<typeof CommentPage>;

/** Body of a new comment. */
export const CommentCreation = closed({
  text: filledText(COMMENT_LENGTH_MAX),
  author: optional(filledText(TEXT_LENGTH_MAX, 'The name of its writer.')),
});
export type CommentCreation = Static<typeof CommentCreation>;

/** Images that are kept together under a name. */
export const Collection = open(
  {
    id: uuid(),
    name: Type.String(),
    image_count: Type.Integer({ minimum: 0 }),
    cover_url: nullable(Type.String({ format: 'uri' }), {
      description: 'Thumbnail of its newest image; null without images.',
    }),
    created_at: dateTime(),
  },
  { $id: 'Collection' },
);
export type Collection = Static<typeof Collection>;

/** A page of collections, newest first. */
export const CollectionPage = open(
  { collections: Type.Array(Collection), page_info: PageInfo },
  { $id: 'CollectionPage' },
);
export type CollectionPage = Static<typeof CollectionPage>;

/** Body of a new collection and of a new name. */
export const CollectionName = closed({ name: filledText(TEXT_LENGTH_MAX) });

/** Body of a change of the images of a collection. */
export const CollectionImagesChange = closed({ add: optional(ids), remove: optional(ids) });
export type CollectionImagesChange = Static<typeof CollectionImagesChange>;
