import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { type ZipEntry, zipOf } from '../../src/exports/zip.ts';

/** The bytes of the ZIP that the service makes of files. */
export function bytesOfZip(files: AsyncIterable<ZipEntry>): Promise<Buffer> {
  return buffer(zipOf(files));
}

/** The files of a ZIP without compression, by name, as its list at the end says. Throws for a wrong checksum. */
export function filesOfZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('504b0506', 'hex'));
  const isLarge = zip.readUInt16LE(end + 10) === 0xffff;
  const large = isLarge ? Number(zip.readBigUInt64LE(end - 20 + 8)) : 0;
  const count = isLarge ? Number(zip.readBigUInt64LE(large + 32)) : zip.readUInt16LE(end + 10);
  const files = new Map<string, Buffer>();
  let at = isLarge ? Number(zip.readBigUInt64LE(large + 48)) : zip.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    const [checksum, size] = [zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 24)];
    const [nameLength, extraLength] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30)];
    const place = zip.readUInt32LE(at + 42);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const start = place + 30 + zip.readUInt16LE(place + 26) + zip.readUInt16LE(place + 28);
    const bytes = zip.subarray(start, start + size);
    if (crc32(bytes) !== checksum) throw new Error(`${name} has another checksum`);
    if (files.has(name)) throw new Error(`${name} is there twice`);
    files.set(name, bytes);
    at += 46 + nameLength + extraLength;
  }
  return files;
}
