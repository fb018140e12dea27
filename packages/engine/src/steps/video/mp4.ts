/**
 * Boxes of the index (ISO/IEC 14496-12) around the description of the pictures and the table of their places. Each has
 * so many bytes before its inner boxes.
 */
const HEADERS: Readonly<Record<string, number>> = { moov: 8, trak: 8, mdia: 8, minf: 8, stbl: 8, stsd: 16, avc1: 86 };
/** A box that declares primaries, transfer and matrix of ITU-R BT.709 (1), limited range. */
const COLOURS = Buffer.concat([
  Buffer.from([0, 0, 0, 19]),
  Buffer.from('colrnclx'),
  Buffer.from([0, 1, 0, 1, 0, 1, 0]),
]);

/**
 * The film with its index (`moov`) before the pictures (`mdat`), so that a browser plays it while it loads (ffmpeg's
 * faststart). Its colours are declared, so that players do not guess them. The encoder writes the index last, with
 * 32-bit offsets.
 */
export function finishedFilm(film: Uint8Array): Uint8Array<ArrayBuffer> {
  const boxes = boxesIn(Buffer.from(film));
  const index = boxes.filter(({ type }) => type === 'moov');
  const others = boxes.filter(({ type }) => type !== 'moov');
  const first = others.findIndex(({ type }) => type === 'mdat');
  const shift = COLOURS.length + index.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const contents = Buffer.concat(index.map((box) => rebuilt(box, shift)));
  if (first < 0 || contents.length !== shift) throw new Error('the encoder made a video without images or their index');
  const bytesOf = (some: readonly Box[]) => some.map(({ bytes }) => bytes);
  const parts = [...bytesOf(others.slice(0, first)), contents, ...bytesOf(others.slice(first))];
  return new Uint8Array(Buffer.concat(parts));
}

interface Box {
  readonly type: string;
  /** Header and contents. */
  readonly bytes: Buffer;
}

function boxesIn(bytes: Buffer): Box[] {
  const found: Box[] = [];
  for (let start = 0; start + 8 <= bytes.length; start += found[found.length - 1].bytes.length) {
    const size = bytes.readUInt32BE(start);
    if (size < 8 || start + size > bytes.length) break;
    found.push({ type: bytes.toString('latin1', start + 4, start + 8), bytes: bytes.subarray(start, start + size) });
  }
  return found;
}

/** A box of the index with the colours declared, and with the places of the pictures shifted by a number of bytes. */
function rebuilt({ type, bytes }: Box, shift: number): Buffer {
  const header = HEADERS[type];
  if (header === undefined && type !== 'stco') return bytes;
  if (header === undefined) {
    for (let at = 16; at < bytes.length; at += 4) bytes.writeUInt32BE(bytes.readUInt32BE(at) + shift, at);
    return bytes;
  }
  const inner = boxesIn(bytes.subarray(header)).map((box) => rebuilt(box, shift));
  const out = Buffer.concat([bytes.subarray(0, header), ...inner, ...(type === 'avc1' ? [COLOURS] : [])]);
  out.writeUInt32BE(out.length);
  return out;
}
