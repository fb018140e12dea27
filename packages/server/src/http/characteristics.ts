import { CHARACTERISTICS_BYTES_MAX } from '@atelier/contract';
import { Fault } from '../fault.ts';

/** Throws `invalid_request` for an object that is too large to be kept with an asset. */
export function checkCharacteristics(pointer: string, value: object | null | undefined): void {
  const bytes = Buffer.byteLength(JSON.stringify(value ?? {}));
  if (bytes > CHARACTERISTICS_BYTES_MAX)
    throw new Fault('invalid_request', `${pointer} has ${bytes} bytes; allowed: ${CHARACTERISTICS_BYTES_MAX}.`);
}
