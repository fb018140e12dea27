import { crc32 } from 'node:zlib';

/** A file of a ZIP. */
export interface ZipEntry {
  /** Unique in its ZIP. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Largest number of a field of 32 bits, which stands for "see the ZIP64 field", and of one of 16. */
const MAX_32 = 0xffff_ffff;
const MAX_16 = 0xffff;
/** Version of the format that is needed to read ZIP64. */
const VERSION = 45;
/** Names are UTF-8 (bit 11). */
const FLAGS = 0x0800;
/** 1 January 1980 in the format of MS-DOS: exports of the same images are the same bytes. */
const DATE = 0x0021;

/**
 * A ZIP as a stream of chunks, without compression: images are compressed already. One file is in memory at a time. It
 * is a ZIP64 where it grows over 4 GiB or 65,535 files (APPNOTE 6.3.10, pkware.com).
 */
export async function* zipOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array, void> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const { name, bytes } of entries) {
    const fileName = Buffer.from(name, 'utf8');
    const about = aboutFile(fileName, bytes, crc32(bytes));
    const header = Buffer.concat([pack('I', 0x0403_4b50), about, fileName]);
    directory.push(directoryEntry(fileName, about, offset));
    offset += header.length + bytes.length;
    yield header;
    yield bytes;
  }
  const listing = Buffer.concat(directory);
  yield listing;
  yield endOf(directory.length, listing.length, offset);
}

/** Bytes of a field by its letter, as the letters of `struct` in Python. */
const FIELD_BYTES: Readonly<Record<string, number>> = { H: 2, I: 4, Q: 8 };

/** Little-endian numbers one behind the other; `layout` has a letter of {@link FIELD_BYTES} for each. */
function pack(layout: string, ...values: readonly number[]): Buffer {
  const parts = values.map((value, index) => {
    const part = Buffer.alloc(8);
    part.writeBigUInt64LE(BigInt(value));
    return part.subarray(0, FIELD_BYTES[layout[index] ?? '']);
  });
  return Buffer.concat(parts);
}

/** The part that the headers of a file share: version to length of the extra field. */
function aboutFile(fileName: Buffer, { length }: Uint8Array, checksum: number): Buffer {
  return pack('HHHHHIIIHH', VERSION, FLAGS, 0, 0, DATE, checksum, length, length, fileName.length, 0);
}

/** Place of the length of the extra field in {@link aboutFile}. */
const EXTRA_LENGTH_AT = 24;

function directoryEntry(fileName: Buffer, aboutIt: Buffer, offset: number): Buffer {
  const isFar = offset >= MAX_32;
  const extra = isFar ? pack('HHQ', 1, 8, offset) : Buffer.alloc(0);
  const about = Buffer.from(aboutIt);
  about.writeUInt16LE(extra.length, EXTRA_LENGTH_AT);
  const place = pack('HHHII', 0, 0, 0, 0, isFar ? MAX_32 : offset);
  return Buffer.concat([pack('IH', 0x0201_4b50, VERSION), about, place, fileName, extra]);
}

/** The records behind the list of files. `start` is where that list begins. */
function endOf(count: number, length: number, start: number): Buffer {
  const isLarge = count >= MAX_16 || start >= MAX_32 || length >= MAX_32;
  const large = [
    pack('IQHHIIQQQQ', 0x0606_4b50, 44, VERSION, VERSION, 0, 0, count, count, length, start),
    pack('IIQI', 0x0706_4b50, 0, start + length, 1),
  ];
  const files = Math.min(count, MAX_16);
  const sizes = [Math.min(length, MAX_32), Math.min(start, MAX_32)];
  const plain = pack('IHHHHIIH', 0x0605_4b50, 0, 0, files, files, ...sizes, 0);
  return Buffer.concat(isLarge ? [...large, plain] : [plain]);
}
