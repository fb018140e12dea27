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
    const about = aboutFile(fileName, bytes);
    const header = Buffer.concat([numbers([[0x0403_4b50, 4]]), about, fileName]);
    directory.push(directoryEntry(fileName, about, offset));
    offset += header.length + bytes.length;
    yield header;
    yield bytes;
  }
  const listing = Buffer.concat(directory);
  yield listing;
  yield endOf(directory.length, listing.length, offset);
}

type Field = readonly [value: number, bytes: 2 | 4 | 8];

/** Little-endian numbers one behind the other. */
function numbers(fields: readonly Field[]): Buffer {
  const out = Buffer.alloc(fields.reduce((sum, [, bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [value, bytes] of fields) {
    if (bytes === 8) out.writeBigUInt64LE(BigInt(value), at);
    else out.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return out;
}

/** The part that the headers of a file share: version to length of the extra field. */
function aboutFile(fileName: Buffer, bytes: Uint8Array): Buffer {
  return numbers([
    [VERSION, 2],
    [FLAGS, 2],
    [0, 2],
    [0, 2],
    [DATE, 2],
    [crc32(bytes), 4],
    [bytes.length, 4],
    [bytes.length, 4],
    [fileName.length, 2],
    [0, 2],
  ]);
}

/** Place of the length of the extra field in {@link aboutFile}. */
const EXTRA_LENGTH_AT = 24;

function directoryEntry(fileName: Buffer, aboutIt: Buffer, offset: number): Buffer {
  const isFar = offset >= MAX_32;
  const extra = isFar
    ? numbers([
        [1, 2],
        [8, 2],
        [offset, 8],
      ])
    : Buffer.alloc(0);
  const about = Buffer.from(aboutIt);
  about.writeUInt16LE(extra.length, EXTRA_LENGTH_AT);
  const signature = numbers([
    [0x0201_4b50, 4],
    [VERSION, 2],
  ]);
  const place = numbers([
    [0, 2],
    [0, 2],
    [0, 2],
    [0, 4],
    [isFar ? MAX_32 : offset, 4],
  ]);
  return Buffer.concat([signature, about, place, fileName, extra]);
}

/** The records behind the list of files. `start` is where that list begins. */
function endOf(count: number, length: number, start: number): Buffer {
  const isLarge = count >= MAX_16 || start >= MAX_32 || length >= MAX_32;
  const large = numbers([
    [0x0606_4b50, 4],
    [44, 8],
    [VERSION, 2],
    [VERSION, 2],
    [0, 4],
    [0, 4],
    [count, 8],
    [count, 8],
    [length, 8],
    [start, 8],
    [0x0706_4b50, 4],
    [0, 4],
    [start + length, 8],
    [1, 4],
  ]);
  const plain = numbers([
    [0x0605_4b50, 4],
    [0, 2],
    [0, 2],
    [Math.min(count, MAX_16), 2],
    [Math.min(count, MAX_16), 2],
    [Math.min(length, MAX_32), 4],
    [Math.min(start, MAX_32), 4],
    [0, 2],
  ]);
  return isLarge ? Buffer.concat([large, plain]) : plain;
}
