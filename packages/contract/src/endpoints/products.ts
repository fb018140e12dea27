import { BODY_ERRORS, endpoint } from '../endpoint.ts';
import { AssetParams } from '../resources/asset.ts';
import {
  AssetImage,
  AssetImageFetch,
  ProductPage,
  ProductQuery,
  ProductSaving,
  SavedProduct,
} from '../resources/product.ts';
import { closed, uuid } from '../schema.ts';

export const saveProduct = endpoint({
  id: 'saveProduct',
  interface: 'v1',
  method: 'POST',
  path: '/v1/products',
  summary: 'Create a product, or change the one with the same SKU',
  description:
    'You can repeat the request: if the workspace already has a product with this SKU, the service changes what differs. ' +
    'The images stay. Without `options`, the options stay too.',
  auth: 'workspace',
  body: ProductSaving,
  example: { sku: 'LS-204', name: 'Linen shirt', options: { Size: ['S', 'M', 'L'] } },
  status: 201,
  response: { description: 'The new product.', schema: SavedProduct },
  otherResponses: { 200: { description: 'The product that has this SKU.', schema: SavedProduct } },
  errors: BODY_ERRORS,
});

export const listProducts = endpoint({
  id: 'listProducts',
  interface: 'v1',
  method: 'GET',
  path: '/v1/products',
  summary: 'List products with their images, newest first',
  auth: 'workspace',
  query: ProductQuery,
  status: 200,
  response: { description: 'A page of products.', schema: ProductPage },
  errors: ['invalid_request'],
});

export const addAssetImage = endpoint({
  id: 'addAssetImage',
  interface: 'v1',
  method: 'POST',
  path: '/v1/assets/{id}/images',
  summary: 'Add an image to an asset by its address',
  description:
    'The service fetches the image and stores it. You can repeat the request: an asset has one image of each source, ' +
    'so the service does not fetch a known source again.',
  auth: 'workspace',
  params: AssetParams,
  body: AssetImageFetch,
  example: { url: 'https://shop.example/photos/linen-shirt-front.jpg', view: 'front' },
  status: 201,
  response: { description: 'The new image, linked to the asset.', schema: AssetImage },
  otherResponses: { 200: { description: 'The image of this source that the asset already has.', schema: AssetImage } },
  errors: [
    'invalid_json',
    'invalid_request',
    'plan_limit_exceeded',
    'forbidden',
    'not_found',
    'payload_too_large',
    'unsupported_media_type',
    'source_unavailable',
  ],
});

export const removeAssetImage = endpoint({
  id: 'removeAssetImage',
  interface: 'v1',
  method: 'DELETE',
  path: '/v1/assets/{id}/images/{image_id}',
  summary: 'Remove an image from an asset',
  description: 'The image itself stays. You can repeat the request.',
  auth: 'workspace',
  params: closed({ id: uuid('Asset ID.'), image_id: uuid('Image ID.') }),
  status: 204,
  response: { description: 'The asset no longer has it.' },
  errors: ['invalid_request', 'forbidden', 'not_found'],
});
