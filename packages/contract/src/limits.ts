/**
 * Every limit of the interface. Sizes in bytes, pictures in pixels, times in seconds unless the name says otherwise.
 */

/** Outputs of one request. */
export const NUM_IMAGES_MAX = 8;
/** Garments of one v1 try-on, whatever the model. */
export const GARMENTS_MAX = 4;
/** Garments of one unversioned try-on array. */
export const UNVERSIONED_GARMENTS_MAX = 3;
/** References of one edit. */
export const REFERENCE_IMAGES_MAX = 4;
/** Avatars, presets and further references of one request. */
export const ASSET_REFERENCES_MAX = 16;
/** Characters of a prompt; a whole page of text fits. */
export const PROMPT_LENGTH_MAX = 4_000;
/** Characters of an `Idempotency-Key`. */
export const IDEMPOTENCY_KEY_LENGTH_MAX = 128;
/** Hours for which a repeated request gets the recorded answer. */
export const IDEMPOTENCY_WINDOW_HOURS = 24;
/** Largest JSON body. */
export const JSON_BODY_BYTES_MAX = 1024 * 1024;
/** How deep a JSON body may nest: far beyond any schema, far below a stack overflow. */
export const JSON_DEPTH_MAX = 64;
/** Largest upload. */
export const UPLOAD_BYTES_MAX = 15 * 1024 * 1024;
/** Largest upload of type `video-last-frame`. */
export const LAST_FRAME_BYTES_MAX = 10 * 1024 * 1024;
/** Most pixels of an input picture, counted before it is decoded. */
export const PICTURE_AREA_PIXELS_MAX = 50_000_000;
/** Longest side of an input picture. */
export const PICTURE_SIDE_PIXELS_MAX = 12_000;
/** Most pixels an upscale may put out. */
export const UPSCALE_AREA_PIXELS_MAX = 64_000_000;
/** Longest side of a WebP, by its format (developers.google.com/speed/webp/docs/riff_container). */
export const WEBP_SIDE_PIXELS_MAX = 16_383;
/** Images of one request that reads, reviews, deletes or collects many. */
export const BATCH_IDS_MAX = 100;
/** Default page size of a list. */
export const PAGE_LIMIT_DEFAULT = 20;
/** Largest page of a list. */
export const PAGE_LIMIT_MAX = 100;
/** Longest period of one answer on usage. */
export const USAGE_DAYS_MAX = 366;
/** Most groups of one answer on usage. */
export const USAGE_GROUPS_MAX = 10_000;
/** Longest long poll. */
export const WAIT_SECONDS_MAX = 60;
/** Internal credit units of one display credit. */
export const UNITS_PER_CREDIT = 100;
/** Largest value of `seed`, with either sign: every integer that JSON readers keep exactly. */
export const SEED_MAX = Number.MAX_SAFE_INTEGER;
/** Looks of a workspace. */
export const LOOKS_MAX = 200;
/** Photos of a product that a look can use. */
export const PRODUCT_VIEWS_MAX = 12;
/** Products of one shoot. */
export const SHOOT_PRODUCTS_MAX = 5_000;
/** Pictures of one shoot. */
export const SHOOT_ITEMS_MAX = 20_000;
/** Characters of a search for products. */
export const PRODUCT_SEARCH_LENGTH_MAX = 200;
/** Characters of a name or an SKU. */
export const TEXT_LENGTH_MAX = 200;
/** Characters of the source of an asset's image. */
export const SOURCE_LENGTH_MAX = 600;
/** Values of one option. */
export const OPTION_VALUES_MAX = 500;
/** Export formats that a workspace may make. */
export const EXPORT_FORMATS_MAX = 50;
/** Longest side of a file of an export, in pixels. */
export const EXPORT_SIDE_PIXELS_MAX = 6_000;
/** Review links of one collection. */
export const REVIEW_LINKS_MAX = 50;
/** Longest life of a review link. */
export const REVIEW_LINK_DAYS_MAX = 366;
/** Most comments through one review link. */
export const REVIEW_COMMENTS_MAX = 5_000;
/** Longest side of a thumbnail, in pixels. */
export const THUMBNAIL_SIDE_PIXELS_MAX = 480;
/** Characters of a comment on an image. */
export const COMMENT_LENGTH_MAX = 2_000;
