/** The files of a ZIP that is small and not compressed, by name, as the list at its end says. */
export function filesOfZip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = zip.lastIndexOf(Buffer.from('504b0506', 'hex'));
  let at = zip.readUInt32LE(end + 16);
  while (at < end) {
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const place = zip.readUInt32LE(at + 42);
    const start = place + 30 + zip.readUInt16LE(place + 26) + zip.readUInt16LE(place + 28);
    files.set(name, zip.subarray(start, start + zip.readUInt32LE(at + 24)));
    at += 46 + nameLength + zip.readUInt16LE(at + 30);
  }
  return files;
}
