import { Fault } from '../fault.ts';

/**
 * The moment that a field or parameter names. Throws `invalid_request` for one that no clock shows: the pattern allows
 * leap seconds.
 */
export function momentOf(text: string, pointer: string): Date {
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime()))
    throw new Fault('invalid_request', `${pointer} must be a valid date-time; ${JSON.stringify(text)} was given.`);
  return moment;
}
