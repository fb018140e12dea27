import { randomBytes } from 'node:crypto';

let lastMs = 0;
let counter = 0;

/** Values of the 12-bit counter of a UUIDv7. */
const COUNTER_SIZE = 0x1000;

/**
 * A UUID of version 7 (RFC 9562 §5.7): 48 bits of milliseconds, a counter and 62 random bits. The counter keeps the IDs
 * of one process in order within a millisecond (method 1 of §6.2). IDs are ordered by time, so that index pages fill
 * from one end.
 */
export function newId(nowMs: number = Date.now()): string {
  if (nowMs > lastMs) {
    lastMs = nowMs;
    counter = 0;
  } else if (++counter === COUNTER_SIZE) {
    lastMs += 1;
    counter = 0;
  }
  const bytes = randomBytes(16);
  bytes.writeUIntBE(lastMs, 0, 6);
  bytes.writeUInt16BE(0x7000 | counter, 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for the text form of any UUID. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
