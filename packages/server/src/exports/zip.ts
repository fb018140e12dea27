/** A file of a ZIP. */
export interface ZipEntry {
  /** Unique in its ZIP. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Images are compressed already. Files of one date make exports of the same images the same bytes. Sizes stand before
 * each file: readers of streams cannot find the end of an uncompressed file otherwise.
 */
const OPTIONS = {
  level: 0,
  dataDescriptor: false,
  useWebWorkers: false,
  extendedTimestamp: false,
  lastModDate: new Date(1980, 0),
};

/**
 * A ZIP as a stream, with one file in memory at a time. It is a ZIP64 where it grows over 4 GiB or 65,535 files. An
 * error of the entries becomes that of the stream.
 */
export function zipOf(entries: AsyncIterable<ZipEntry>): ReadableStream<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const write = async () => {
    // Loaded with the first export: it is a tenth of a start.
    const { Uint8ArrayReader, ZipWriter } = await import('@zip.js/zip.js');
    const zip = new ZipWriter(writable, OPTIONS);
    for await (const { name, bytes } of entries) await zip.add(name, new Uint8ArrayReader(bytes));
    await zip.close();
  };
  const fail = (error: unknown) => writable.abort(error);
  // A reader that has left has ended the stream already.
  write()
    .catch(fail)
    .catch(() => undefined);
  return readable;
}
