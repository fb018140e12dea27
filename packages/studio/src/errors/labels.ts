import type { Operation } from '@atelier/contract';

/** The label of each field of a request for work, on the forms and in messages about it. */
const LABELS = {
  model: 'Model',
  resolution: 'Resolution',
  aspect_ratio: 'Aspect ratio',
  num_images: 'Images',
  seed: 'Seed',
  speed: 'Speed',
  style: 'Style of the image',
  person_image_id: 'Person',
  outfit_image_ids: 'Product photos',
  outfit_image_id: 'Product photos',
  outfit_asset_ids: 'Saved products',
  reference_image_ids: 'References',
  reference_image_id: 'Reference',
  asset_ids: 'Avatar',
  avatar_ids: 'Avatars',
  scene_id: 'Scene',
  look_id: 'Look',
  product_ids: 'Products',
  image_id: 'Image',
  input: 'The request',
  mask_image_id: 'Mask',
  mask: 'Mask',
  last_frame_image_id: 'Last frame',
  duration_seconds: 'Duration',
  upscale_factor: 'Upscale factor',
  preset_class: 'Kind of image',
  generate_mode: 'Start from',
  output_format: 'File format',
  background: 'Background',
} as const;

/** The labels of fields that forms call otherwise, by operation. */
const OWN_LABELS: Readonly<Record<Operation, Readonly<Record<string, string>>>> = {
  virtual_try_on: { prompt: 'Styling instructions', outfit_image_ids: 'Garments' },
  generate: { prompt: 'What it should show' },
  edit: { prompt: 'What to change' },
  inpaint: { prompt: 'What to do there' },
  upscale: {},
  animate: { prompt: 'How it moves' },
  text_to_video: { prompt: 'What it should show' },
};

/** The label of a field on the form of an operation. */
export function labelOf(field: keyof typeof LABELS | 'prompt', operation: Operation | null = null): string {
  return labelsOf(operation)[field] ?? field;
}

/** All labels on the form of an operation, by field. Null: the labels that all forms share. */
export function labelsOf(operation: Operation | null): Readonly<Record<string, string>> {
  return operation ? { ...LABELS, ...OWN_LABELS[operation] } : LABELS;
}
