/** Every operation the service performs, by its public name. */
export const OPERATIONS = [
  'virtual_try_on',
  'generate',
  'edit',
  'inpaint',
  'upscale',
  'animate',
  'text_to_video',
] as const;
export type Operation = (typeof OPERATIONS)[number];

/** True for an operation that makes a video. */
export function isVideo(operation: Operation): boolean {
  return operation === 'animate' || operation === 'text_to_video';
}

/** Output resolutions: about one and about four megapixels. */
export const RESOLUTIONS = ['standard', 'high'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** Processing modes a model may offer. */
export const SPEEDS = ['fast', 'balanced', 'quality'] as const;
export type Speed = (typeof SPEEDS)[number];

/** Width to height of an output. */
export const ASPECT_RATIOS = ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'] as const;
export type AspectRatio = (typeof ASPECT_RATIOS)[number];

/** Public model names, oldest habits last. */
export const MODEL_NAMES = [
  'v6',
  'v1',
  'nano-banana',
  'nano-banana-pro',
  'nano-banana-2',
  'v4',
  'v4x',
  'v5',
  'upscale-1',
  'video-3',
  'video-2.5',
] as const;
export type ModelName = (typeof MODEL_NAMES)[number];

/** The abilities and prices of a model. */
export interface ModelRule {
  readonly name: ModelName;
  /** Operations it serves. */
  readonly operations: readonly Operation[];
  /** Garments or products it takes in one request, 0 where it takes none. */
  readonly garmentsMax: number;
  /** Values of `speed` it accepts; empty: it accepts none. */
  readonly speeds: readonly Speed[];
  readonly aspectRatios: readonly AspectRatio[];
  /** True when a workspace must be given access to it. */
  readonly gated: boolean;
  /** Internal credit units (100 = 1 display credit) for one output; of a video, for five seconds. */
  readonly price: Readonly<Record<Resolution, number>>;
}

const WITHOUT_ULTRAWIDE = ASPECT_RATIOS.filter((ratio) => ratio !== '21:9');
const IMAGE_OPERATIONS = ['virtual_try_on', 'generate', 'edit', 'inpaint'] as const;

/** The one table of models: schemas, prices, access and `GET /v1/models` are read from it. */
export const MODELS: Readonly<Record<ModelName, ModelRule>> = {
  v6: {
    name: 'v6',
    operations: ['virtual_try_on'],
    garmentsMax: 4,
    speeds: ['fast'],
    aspectRatios: ASPECT_RATIOS,
    gated: false,
    price: { standard: 100, high: 200 },
  },
  v1: {
    name: 'v1',
    operations: ['virtual_try_on'],
    garmentsMax: 1,
    speeds: ['fast', 'quality'],
    aspectRatios: WITHOUT_ULTRAWIDE,
    gated: false,
    price: { standard: 50, high: 100 },
  },
  'nano-banana': {
    name: 'nano-banana',
    operations: IMAGE_OPERATIONS,
    garmentsMax: 3,
    speeds: [],
    aspectRatios: ASPECT_RATIOS,
    gated: false,
    price: { standard: 100, high: 200 },
  },
  'nano-banana-pro': {
    name: 'nano-banana-pro',
    operations: IMAGE_OPERATIONS,
    garmentsMax: 4,
    speeds: [],
    aspectRatios: ASPECT_RATIOS,
    gated: false,
    price: { standard: 250, high: 400 },
  },
  'nano-banana-2': {
    name: 'nano-banana-2',
    operations: IMAGE_OPERATIONS,
    garmentsMax: 4,
    speeds: [],
    aspectRatios: ASPECT_RATIOS,
    gated: false,
    price: { standard: 150, high: 250 },
  },
  v4: {
    name: 'v4',
    operations: ['virtual_try_on'],
    garmentsMax: 2,
    speeds: SPEEDS,
    aspectRatios: WITHOUT_ULTRAWIDE,
    gated: true,
    price: { standard: 75, high: 150 },
  },
  v4x: {
    name: 'v4x',
    operations: ['virtual_try_on'],
    garmentsMax: 2,
    speeds: SPEEDS,
    aspectRatios: WITHOUT_ULTRAWIDE,
    gated: true,
    price: { standard: 100, high: 175 },
  },
  v5: {
    name: 'v5',
    operations: ['virtual_try_on'],
    garmentsMax: 3,
    speeds: SPEEDS,
    aspectRatios: WITHOUT_ULTRAWIDE,
    gated: true,
    price: { standard: 100, high: 200 },
  },
  'upscale-1': {
    name: 'upscale-1',
    operations: ['upscale'],
    garmentsMax: 0,
    speeds: [],
    aspectRatios: [],
    gated: false,
    price: { standard: 50, high: 50 },
  },
  'video-3': {
    name: 'video-3',
    operations: ['animate', 'text_to_video'],
    garmentsMax: 0,
    speeds: [],
    aspectRatios: ASPECT_RATIOS,
    gated: false,
    price: { standard: 500, high: 750 },
  },
  'video-2.5': {
    name: 'video-2.5',
    operations: ['animate'],
    garmentsMax: 0,
    speeds: [],
    aspectRatios: ASPECT_RATIOS,
    gated: false,
    price: { standard: 250, high: 375 },
  },
};

/** Model of a v1 request that names none. */
export const DEFAULT_MODELS: Readonly<Record<Operation, ModelName>> = {
  virtual_try_on: 'v6',
  generate: 'nano-banana-2',
  edit: 'nano-banana-2',
  inpaint: 'nano-banana-2',
  upscale: 'upscale-1',
  animate: 'video-3',
  text_to_video: 'video-3',
};

/** Models that serve an operation, in the table's order. */
export function modelsFor(operation: Operation): readonly ModelName[] {
  return MODEL_NAMES.filter((name) => MODELS[name].operations.includes(operation));
}

/**
 * Price of one output in internal units. `durationSeconds` counts for videos only: the table's price buys five seconds.
 */
export function priceOf(model: ModelName, resolution: Resolution, durationSeconds = 5): number {
  return Math.round((MODELS[model].price[resolution] * durationSeconds) / 5);
}
