import type { DurationSeconds, Model, Resolution } from '@atelier/contract';
import { priceOf } from './model-options.ts';

/** Seconds that a film's price is for. */
const PRICED_SECONDS = 5;

/** Display credits for a film of a length: prices of films are those of five seconds. */
export function filmPrice(
  model: Model,
  options: { readonly resolution?: Resolution },
  seconds: DurationSeconds,
): number {
  return (priceOf(model, options) * seconds) / PRICED_SECONDS;
}
