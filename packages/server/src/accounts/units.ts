import { UNITS_PER_CREDIT } from '@atelier/contract';
import { Fault } from '../fault.ts';

/** Internal units as display credits. */
export function toCredits(units: number): number {
  return units / UNITS_PER_CREDIT;
}

/** Display credits as internal units. Refuses more than two decimals, naming the field by its JSON pointer. */
export function toUnits(credits: number, pointer: string): number {
  if (Number(credits.toFixed(2)) !== credits)
    throw new Fault('invalid_request', `${pointer} is ${credits}; allowed: display credits with at most two decimals.`);
  return Math.round(credits * UNITS_PER_CREDIT);
}
