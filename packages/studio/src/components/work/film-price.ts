import type { DurationSeconds, Model, Resolution } from '@atelier/contract';
import { priceOf } from './model-options.ts';

/** Seconds that a video's price is for. */
const PRICED_SECONDS = 5;

/** Display credits for a video of a length: prices of videos are those of five seconds. */
export function filmPrice(
  model: Model,
  options: { readonly resolution?: Resolution },
  seconds: DurationSeconds,
): number {
  return (priceOf(model, options) * seconds) / PRICED_SECONDS;
}
