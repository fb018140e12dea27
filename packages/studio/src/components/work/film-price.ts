import type { DurationSeconds, Model, Resolution } from '@atelier/contract';

/** Seconds that a film's price is for. */
const PRICED_SECONDS = 5;

/** Display credits for a film of a length: prices of films are those of five seconds. */
export function filmPrice({ prices }: Model, resolution: Resolution, seconds: DurationSeconds): number {
  return (prices[resolution] * seconds) / PRICED_SECONDS;
}
