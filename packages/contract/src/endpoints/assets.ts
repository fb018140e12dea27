import { endpoint } from '../endpoint.ts';
import { ASSET_UPLOAD_TYPES, Asset, AssetCreation, AssetParams } from '../resources/asset.ts';
import { ImageRecord } from '../resources/image-record.ts';
import { oneOf, open, optional } from '../schema.ts';

export const createAsset = endpoint({
  id: 'createAsset',
  interface: 'unversioned',
  method: 'POST',
  path: '/assets',
  summary: 'Save a product, an avatar or a preset',
  description: 'It becomes a visual reference when images are uploaded to it.',
  auth: 'workspace',
  body: AssetCreation,
  example: { type: 'outfit', alias: 'Linen shirt', sku: 'LS-204' },
  status: 201,
  response: { description: 'The asset.', schema: Asset },
  errors: ['invalid_json', 'invalid_request', 'payload_too_large', 'unsupported_media_type'],
});

export const uploadAssetImage = endpoint({
  id: 'uploadAssetImage',
  interface: 'unversioned',
  method: 'POST',
  path: '/assets/{id}/images',
  summary: 'Upload a picture to an asset',
  description: 'Several photos of one product belong to one asset; they count as views of it.',
  auth: 'workspace',
  params: AssetParams,
  form: open({ type: optional(oneOf(ASSET_UPLOAD_TYPES)) }),
  status: 201,
  response: { description: 'The stored picture, linked to the asset.', schema: ImageRecord },
  errors: ['invalid_request', 'not_found', 'payload_too_large', 'unsupported_media_type'],
});
