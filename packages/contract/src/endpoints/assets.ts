import { BODY_ERRORS, endpoint } from '../endpoint.ts';
import { SOURCE_LENGTH_MAX } from '../limits.ts';
import {
  ASSET_UPLOAD_TYPES,
  Asset,
  AssetChange,
  AssetCreation,
  AssetPage,
  AssetParams,
  AssetQuery,
  PresetAnalysis,
  PresetSuggestion,
} from '../resources/asset.ts';
import { ImageRecord } from '../resources/image-record.ts';
import { PHOTO_VIEWS } from '../resources/product.ts';
import { closed, filledText, oneOf, open, optional, Type, uuid } from '../schema.ts';

export const createAsset = endpoint({
  id: 'createAsset',
  interface: 'unversioned',
  method: 'POST',
  path: '/assets',
  summary: 'Save a product, an avatar or a preset',
  description: 'Requests can use the asset as soon as it has an image.',
  auth: 'workspace',
  body: AssetCreation,
  example: { type: 'outfit', alias: 'Linen shirt', sku: 'LS-204' },
  status: 201,
  response: { description: 'The asset.', schema: Asset },
  errors: BODY_ERRORS,
});

export const uploadAssetImage = endpoint({
  id: 'uploadAssetImage',
  interface: 'unversioned',
  method: 'POST',
  path: '/assets/{id}/images',
  summary: 'Upload an image to an asset',
  description: 'Several photos of one product belong to one asset; they count as views of it.',
  auth: 'workspace',
  params: AssetParams,
  form: open({
    type: optional(oneOf(ASSET_UPLOAD_TYPES)),
    catalogue_source: optional(
      filledText(
        SOURCE_LENGTH_MAX,
        'For imports: a name of the image within the asset. If the asset already has an image of this name, the answer is that image, with 200.',
      ),
    ),
    catalogue_view: optional(oneOf(PHOTO_VIEWS, { description: 'For imports: what the photo shows, if you know.' })),
  }),
  status: 201,
  response: { description: 'The stored image, linked to the asset.', schema: ImageRecord },
  otherResponses: { 200: { description: 'The image of this source that the asset already has.', schema: ImageRecord } },
  errors: [
    'invalid_request',
    'plan_limit_exceeded',
    'forbidden',
    'not_found',
    'payload_too_large',
    'unsupported_media_type',
  ],
});

export const listAssets = endpoint({
  id: 'listAssets',
  interface: 'unversioned',
  method: 'GET',
  path: '/assets',
  summary: 'List products, avatars or presets, newest first',
  description: 'Returns an array; with `paginated=true` a page with a cursor, a count and facets.',
  auth: 'workspace',
  query: AssetQuery,
  status: 200,
  response: { description: 'The assets.', schema: Type.Union([Type.Array(Asset), AssetPage]) },
  errors: ['invalid_request'],
});

export const getAsset = endpoint({
  id: 'getAsset',
  interface: 'unversioned',
  method: 'GET',
  path: '/assets/{id}',
  summary: 'Read an asset',
  auth: 'workspace',
  params: AssetParams,
  status: 200,
  response: { description: 'The asset.', schema: Asset },
  errors: ['invalid_request', 'not_found'],
});

export const changeAsset = endpoint({
  id: 'changeAsset',
  interface: 'unversioned',
  method: 'PATCH',
  path: '/assets/{id}',
  summary: 'Change an asset',
  auth: 'workspace',
  params: AssetParams,
  body: AssetChange,
  example: { alias: 'Linen shirt, white' },
  status: 200,
  response: { description: 'The changed asset.', schema: Asset },
  errors: [
    'invalid_json',
    'invalid_request',
    'forbidden',
    'not_found',
    'payload_too_large',
    'unsupported_media_type',
    'invalid_source',
  ],
});

export const deleteAsset = endpoint({
  id: 'deleteAsset',
  interface: 'unversioned',
  method: 'DELETE',
  path: '/assets/{id}',
  summary: 'Delete an asset',
  description: 'Its images stay.',
  auth: 'workspace',
  params: AssetParams,
  status: 204,
  response: { description: 'It is gone.' },
  errors: ['invalid_request', 'forbidden', 'not_found'],
});

export const listAssetImages = endpoint({
  id: 'listAssetImages',
  interface: 'unversioned',
  method: 'GET',
  path: '/assets/{id}/images',
  summary: 'List the images of an asset, first linked first',
  auth: 'workspace',
  params: AssetParams,
  query: open({ for_training: optional(Type.Boolean({ description: 'True lists only its source references.' })) }),
  status: 200,
  response: { description: 'Their records.', schema: Type.Array(ImageRecord) },
  errors: ['invalid_request', 'not_found'],
});

export const linkImageToAsset = endpoint({
  id: 'linkImageToAsset',
  interface: 'unversioned',
  method: 'POST',
  path: '/images/{id}/asset',
  summary: 'Make an image a source reference of an asset',
  auth: 'workspace',
  params: closed({ id: uuid('Image or job ID.') }),
  body: open({ asset_id: uuid() }),
  example: { asset_id: '0198f3a2-7c1e-7d53-9a34-5b1c2d3e4f50' },
  status: 200,
  response: { description: 'The image with its assets.', schema: ImageRecord },
  errors: [
    'invalid_json',
    'invalid_request',
    'forbidden',
    'not_found',
    'payload_too_large',
    'unsupported_media_type',
    'invalid_source',
  ],
});

export const analyzePreset = endpoint({
  id: 'analyzePreset',
  interface: 'unversioned',
  method: 'POST',
  path: '/assets/analyze-preset',
  summary: 'Suggest a name, a class and a prompt for a preset',
  description: 'Analyses one to three images and answers at once. It saves nothing and is free.',
  auth: 'workspace',
  scope: 'read',
  body: PresetAnalysis,
  example: { image_ids: ['0198f3a2-7c1e-7d53-9a34-5b1c2d3e4f50'] },
  status: 200,
  response: { description: 'The suggestion.', schema: PresetSuggestion },
  errors: [
    'invalid_json',
    'invalid_request',
    'not_found',
    'payload_too_large',
    'unsupported_media_type',
    'invalid_source',
  ],
});
