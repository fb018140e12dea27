import type { Account, Model, Operation, Resolution } from '@atelier/contract';

/** The model options of every request for work. */
export interface ModelOptions {
  /** Null: the one the service takes where none is named. */
  readonly model: string | null;
  /** Empty: the operation's own. */
  readonly resolution: Resolution | '';
  /** Empty: the operation's own. */
  readonly ratio: string;
  readonly count: number;
}

/** The options nobody has touched yet. */
export const MODEL_OPTIONS: ModelOptions = { model: null, resolution: 'standard', ratio: '', count: 1 };

/** The model that will be used: the chosen one if it may be, else the default of the operation. */
export function modelOf(
  models: readonly Model[],
  operation: Operation,
  { model }: Pick<ModelOptions, 'model'>,
): Model | undefined {
  const open = models.filter(({ available }) => available);
  return (
    open.find(({ name }) => name === model) ??
    open.find(({ default_for }) => default_for.includes(operation)) ??
    open[0]
  );
}

/** Display credits of one picture, or of five seconds of video. */
export function priceOf({ prices }: Model, { resolution = 'standard' }: { readonly resolution?: Resolution }): number {
  return prices[resolution];
}

/** The request fields of the options with a model, without unchanged ones. */
export function modelFields({ resolution, ratio, count }: ModelOptions, model: Model, { limits }: Account) {
  return {
    model: model.name,
    ...(resolution === '' ? {} : { resolution: model.resolutions.includes(resolution) ? resolution : 'standard' }),
    num_images: Math.min(count, limits.num_images),
    ...(model.aspect_ratios.includes(ratio) ? { aspect_ratio: ratio } : {}),
  } as const;
}
