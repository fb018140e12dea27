import { DEFAULT_MODELS, type VirtualTryOnInput } from '@atelier/contract';
import type { WorkRequest } from './request.ts';
import { aspectRatioFor, checkGarmentCount, speedFor } from './options.ts';

/** The work a v1 try-on asks for. The input matches its schema; options are checked against the model here. */
export function orderVirtualTryOn(input: VirtualTryOnInput): WorkRequest {
  const model = input.model ?? DEFAULT_MODELS.virtual_try_on;
  const garments = [
    ...(input.outfit_image_ids ?? []).map((mediaId, index) => ({ mediaId, pointer: `/outfit_image_ids/${index}` })),
    ...(input.outfit_image_urls ?? []).map((url, index) => ({ url, pointer: `/outfit_image_urls/${index}` })),
    ...(input.outfit_asset_ids ?? []).map((productId, index) => ({ productId, pointer: `/outfit_asset_ids/${index}` })),
  ];
  checkGarmentCount(model, garments.length);
  const person = input.person_image_id
    ? { mediaId: input.person_image_id, pointer: '/person_image_id' }
    : { url: input.person_image_url, pointer: '/person_image_url' };
  return {
    operation: 'virtual_try_on',
    model,
    resolution: input.resolution ?? 'standard',
    count: input.num_images ?? 1,
    aspectRatio: aspectRatioFor(model, input.aspect_ratio),
    seed: input.seed ?? null,
    speed: speedFor(model, input.speed),
    prompt: input.prompt ?? '',
    style: input.style ?? '',
    sources: [{ role: 'person', ...person }, ...garments.map((garment) => ({ role: 'garment' as const, ...garment }))],
    references: (input.asset_ids ?? []).map((assetId, index) => ({ assetId, pointer: `/asset_ids/${index}` })),
  };
}
