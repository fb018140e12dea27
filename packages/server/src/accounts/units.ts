import { UNITS_PER_CREDIT } from '@atelier/contract';
import { Fault } from '../fault.ts';

/** Internal units as display credits. */
export function toCredits(units: number): number {
  return units / UNITS_PER_CREDIT;
}

/** Display credits as internal units. Refuses more than two decimals, naming the field by its JSON pointer. */
export function toUnits(credits: number, pointer: string): number {
  const units = Math.round(credits * UNITS_PER_CREDIT);
  if (Math.abs(units - credits * UNITS_PER_CREDIT) > 1e-6) {
    throw new Fault('invalid_request', `${pointer} is ${credits}: allowed are display credits with at most two decimals.`);
  }
  return units;
}
