import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import type { GoodPicture } from './good.ts';

/** First bytes that stay: without them no reader takes the file for a picture, and nothing is decoded. */
const SIGNATURE_BYTES = 12;

/** One change of a file. Places are shares of its length, so that a change fits every file. */
interface Change {
  readonly kind: (typeof KINDS)[number];
  readonly at: number;
  readonly to: number;
  readonly length: number;
  readonly bytes: Uint8Array;
}

const KINDS = ['bits', 'set', 'cut off', 'leave out', 'double', 'insert', 'number', 'parts', 'splice'] as const;

/** Numbers where sums of sizes overflow, written into the file in its own form. */
const NUMBERS = [
  0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 12_001, 65_535, 50_000_001,
];

/** Evenly spread from 0 to 1: doubles of fast-check crowd around 0. */
const share = fc.integer({ min: 0, max: 999_999 }).map((millionths) => millionths / 1e6);
const changes = fc.array(
  fc.record({
    kind: fc.constantFrom(...KINDS),
    // Half of all changes meet the first part of the file, where the headers are.
    at: fc.oneof(
      share,
      share.map((value) => value ** 4),
    ),
    to: share,
    length: fc.integer({ min: 1, max: 400 }),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 40 }),
  }),
  { minLength: 1, maxLength: 4 },
);

/** A bent file and its original. */
export interface BentPicture {
  readonly name: string;
  readonly bytes: Buffer;
}

/** The n-th bent file of a seed: the same pictures, seed and n give the same bytes. */
export function bentPicture(pictures: readonly GoodPicture[], seed: number, n: number): BentPicture {
  const picture = pictures[n % pictures.length];
  const other = pictures[(n * 7 + 3) % pictures.length];
  if (!picture || !other) throw new RangeError('there are no pictures to bend');
  const [list = []] = fc.sample(changes, { seed: seed + n, numRuns: 1 });
  const bytes = list.reduce((before, change) => apply(before, change, other.bytes), picture.bytes);
  return { name: `${picture.name} after ${list.map(({ kind }) => kind).join(', ')}`, bytes };
}

function apply(before: Buffer, { kind, at, to, length, bytes }: Change, other: Buffer): Buffer {
  const start = SIGNATURE_BYTES + Math.floor(at * Math.max(0, before.length - SIGNATURE_BYTES));
  const end = Math.min(before.length, start + length);
  const head = before.subarray(0, start);
  switch (kind) {
    case 'bits': {
      const bent = Buffer.from(before);
      for (const [index, byte] of bytes.entries()) {
        const place = Math.min(bent.length - 1, start + index * byte);
        bent[place] = (bent[place] ?? 0) ^ (1 << (byte % 8));
      }
      return bent;
    }
    case 'set':
      return Buffer.concat([head, Buffer.alloc(end - start, bytes[0]), before.subarray(end)]);
    case 'cut off':
      return Buffer.from(head);
    case 'leave out':
      return Buffer.concat([head, before.subarray(end)]);
    case 'double':
      return Buffer.concat([before.subarray(0, end), before.subarray(start)]);
    case 'insert':
      return Buffer.concat([head, bytes, before.subarray(start)]);
    case 'number':
      return withNumber(before, start, Math.floor(to * NUMBERS.length * 4));
    case 'parts':
      return withParts(before, at, to);
    case 'splice':
      return Buffer.concat([head, other.subarray(Math.floor(to * other.length))]);
  }
}

/**
 * One of the odd numbers in place of the present bytes: two or four bytes, either end first. Checksums of PNG parts are
 * corrected.
 */
function withNumber(before: Buffer, start: number, choice: number): Buffer {
  const bent = Buffer.from(before);
  const value = NUMBERS[Math.floor(choice / 4) % NUMBERS.length] ?? 0;
  const place = Math.max(SIGNATURE_BYTES, Math.min(start, bent.length - 4));
  if (bent.length < SIGNATURE_BYTES + 4) return bent;
  if (choice % 4 === 0) bent.writeUInt32BE(value, place);
  if (choice % 4 === 1) bent.writeUInt32LE(value, place);
  if (choice % 4 === 2) bent.writeUInt16BE(value & 0xffff, place);
  if (choice % 4 === 3) bent.writeUInt16LE(value & 0xffff, place);
  return isPng(bent) ? Buffer.concat(partsOf(bent).map(withChecksum)) : bent;
}

/** A part of the file's own structure moved to another place, doubled where `to` is small. */
function withParts(before: Buffer, at: number, to: number): Buffer {
  const parts = partsOf(before);
  const from = 1 + Math.floor(at * (parts.length - 1));
  const moved = parts[from];
  if (!moved) return before;
  const rest = to < 0.3 ? parts : parts.toSpliced(from, 1);
  return Buffer.concat(rest.toSpliced(1 + Math.floor(to * rest.length), 0, moved));
}

function isPng(bytes: Buffer): boolean {
  return bytes.subarray(1, 4).toString('latin1') === 'PNG';
}

/** The signature and chunks of a PNG, the segments of a JPEG, the chunks of a WebP, as far as they are readable. */
function partsOf(bytes: Buffer): Buffer[] {
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8;
  const first = isPng(bytes) ? 8 : isJpeg ? 2 : 12;
  const parts = [bytes.subarray(0, first)];
  for (let start = first; start < bytes.length; ) {
    const end = Math.min(bytes.length, Math.max(start + 4, start + partLength(bytes, start, isJpeg)));
    parts.push(bytes.subarray(start, end));
    start = end;
  }
  return parts;
}

function partLength(bytes: Buffer, start: number, isJpeg: boolean): number {
  if (start + 8 > bytes.length) return bytes.length - start;
  if (isPng(bytes)) return 12 + bytes.readUInt32BE(start);
  // Coded data follow the start of a scan: they and all after it are one part.
  if (isJpeg) return bytes[start + 1] === 0xda ? bytes.length - start : 2 + bytes.readUInt16BE(start + 2);
  const length = bytes.readUInt32LE(start + 4);
  return 8 + length + (length % 2);
}

function withChecksum(part: Buffer, index: number): Buffer {
  if (index === 0 || part.length < 12) return part;
  const right = Buffer.from(part);
  right.writeUInt32BE(crc32(part.subarray(4, -4)) >>> 0, part.length - 4);
  return right;
}
